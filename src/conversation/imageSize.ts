/** What an image's first bytes say of it: the type that it really has, and its size in pixels (IMG-5). */
export interface ImageFacts {
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

/** The facts of a PNG, JPEG, GIF or WebP image; undefined for anything else, and for one whose head is cut off. */
export function readImageFacts(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const read = readers.find(({ signature }) => signature.test(headOf(bytes)));
    return read && { mimeType: read.mimeType, ...read.size(view) };
  } catch {
    // Reading beyond the end.
    return undefined;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const readers: readonly { signature: RegExp; mimeType: string; size: (view: DataView) => Size }[] = [
  { signature: /^\x89PNG\r\n[\s\S]{6}IHDR/, mimeType: "image/png", size: pngSize },
  { signature: /^\xff\xd8\xff/, mimeType: "image/jpeg", size: jpegSize },
  { signature: /^GIF8[79]a/, mimeType: "image/gif", size: gifSize },
  { signature: /^RIFF[\s\S]{4}WEBP/, mimeType: "image/webp", size: webpSize },
];

function headOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 16));
}

function pngSize(view: DataView): Size {
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(view: DataView): Size {
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** The size stands in the frame header, after segments of any number that each tell their length. */
function jpegSize(view: DataView): Size {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (view.getUint8(at) !== 0xff) throw new RangeError("No frame header.");
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}

/** Three kinds: extended, lossless, lossy. */
function webpSize(view: DataView): Size {
  const kind = String.fromCharCode(view.getUint8(12), view.getUint8(13), view.getUint8(14), view.getUint8(15));
  if (kind === "VP8X") return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
