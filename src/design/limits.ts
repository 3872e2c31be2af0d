/** How many operations one list may hold. */
export const mostOperations = 10_000;

/** How many levels of nodes a page may hold, and how many containers a field's value may nest. The drawing goes no deeper. */
export const deepestNesting = 200;

/** How large document.json may become, in bytes of UTF-8: 30 MB. */
export const largestDocument = 30_000_000;

/** How much text one list of operations may put in, copy and move, in UTF-16 units: copies of copies would otherwise never end. */
export const mostWork = 150_000_000;
