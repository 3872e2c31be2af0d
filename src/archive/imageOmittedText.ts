/** What the model gets, byte for byte, where an `imageOmitted` block stands (IMG-3). */
export const imageOmittedText =
  "[Image omitted: an image was here but was dropped from the saved conversation to save space.]";
