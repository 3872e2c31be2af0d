/** The longest line that is read, in bytes: an image of 20 MiB in Base64 and room around it. */
export const longestLine = 64 * 1024 * 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * The lines of a byte stream as text, parted at LF only: JSON may hold U+2028 and a lone CR. Characters that a read cuts in
 * two come whole. What follows the last LF is a line too. Throws when one is longer than `limit` bytes.
 */
export async function* readLines(source: AsyncIterable<Uint8Array>, limit = longestLine): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > limit) throw new Error(`A line is longer than ${limit} bytes.`);
    parts.push(part);
  };
  const take = (): string => {
    const line = parts.length === 1 ? (parts[0] ?? new Uint8Array()) : Buffer.concat(parts);
    parts = [];
    length = 0;
    return decoder.decode(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line);
  };
  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.slice(start));
  }
  if (length > 0) yield take();
}
