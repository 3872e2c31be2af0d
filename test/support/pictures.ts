import { crc32, deflateSync } from "node:zlib";

/** A PNG of this size in one colour, made by hand. `noise` fills it with what can't be compressed. */
export function makePng(width: number, height: number, noise = false): Uint8Array {
  const rows = Buffer.alloc((width * 3 + 1) * height, 0x7f);
  let state = 1;
  for (let index = 0; noise && index < rows.length; index++) {
    state = (state * 48271) % 2147483647;
    rows[index] = state & 0xff;
  }
  for (let row = 0; row < height; row++) rows[row * (width * 3 + 1)] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
