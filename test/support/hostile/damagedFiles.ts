/** Files that are no JSON any more, or that JSON programs disagree about. */
import {
  exampleText,
  exampleValue,
  type HostilePackage,
  readable,
  spelled,
  unreadable,
  utf8,
  withConversation,
} from "./hostilePackage.ts";

const markers = '<<<<<<< HEAD\n  "model" : "a",\n=======\n  "model" : "b",\n>>>>>>> theirs\n';
const conflicted = exampleText.replace(/^ {2}"model".*\n/m, markers);
const lfs =
  "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";

function utf16(littleEndian: boolean, mark: boolean): Uint8Array {
  const text = (mark ? "\ufeff" : "") + exampleText;
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

const withBytes = (...bytes: number[]) =>
  new Uint8Array([...utf8(exampleText.slice(0, 300)), ...bytes, ...utf8(exampleText.slice(300))]);
const nested = (open: string, close: string, levels: number) =>
  `{"formatVersion":1,"deep":${open.repeat(levels)}1${close.repeat(levels)}}`;

export const damagedFiles: readonly HostilePackage[] = [
  unreadable("zero-bytes", "is empty (zero bytes)", () => ""),
  unreadable("white-space", "nothing but white space", () => " \r\n\t \n"),
  unreadable("bom-only", "nothing but white space", () => "\ufeff"),
  unreadable("nul-page", "nothing but zero bytes", () => new Uint8Array(4096)),
  unreadable("nul-tail", "holds zero bytes", () => new Uint8Array([...utf8(exampleText), ...new Uint8Array(512)])),
  unreadable("nul-in-text", "holds zero bytes", () => spelled("Make a card", "Make\0a card")),
  unreadable("cut-after-brace", "was cut off", () => "{"),
  unreadable("cut-in-key", "was cut off", () => exampleText.slice(0, 6)),
  unreadable("cut-in-escape", "was cut off", () => exampleText.slice(0, exampleText.indexOf("\\n") + 1)),
  unreadable("cut-at-half", "was cut off", () => exampleText.slice(0, exampleText.length / 2)),
  unreadable("cut-before-last-brace", "was cut off", () => exampleText.slice(0, exampleText.lastIndexOf("}"))),
  unreadable("cut-in-character", "in the middle of a character", () => utf8('{"formatVersion":1,"x":"😀').slice(0, -2)),
  unreadable("torn-tail", "is not valid JSON", () => `${exampleText}${exampleText.slice(700)}`),
  unreadable("two-documents", "is not valid JSON", () => exampleText + exampleText),
  unreadable("utf16-le", "UTF-16", () => utf16(true, true)),
  unreadable("utf16-be", "UTF-16", () => utf16(false, true)),
  unreadable("utf16-le-unmarked", "UTF-16", () => utf16(true, false)),
  unreadable("utf16-be-unmarked", "UTF-16", () => utf16(false, false)),
  unreadable("latin1", "is not UTF-8 text", () => withBytes(0xe9)),
  unreadable("overlong-utf8", "is not UTF-8 text", () => withBytes(0xc0, 0xaf)),
  unreadable("surrogate-in-utf8", "is not UTF-8 text", () => withBytes(0xed, 0xa0, 0x80)),
  unreadable("two-boms", "is not valid JSON", () => `\ufeff\ufeff${exampleText}`),
  unreadable("conflict-in-conversation", "Git conflict markers", () => conflicted),
  unreadable("conflict-crlf", "Git conflict markers", () => conflicted.replaceAll("\n", "\r\n")),
  unreadable("conflict-diff3", "Git conflict markers", () => conflicted.replace("=======", "||||||| base\n=======")),
  withConversation("conflict-in-both", "unreadable", "Git conflict markers", () => conflicted, `{\n${markers}}\n`),
  withConversation("conflict-in-document", "conversation", "missing", () => exampleText, `{\n${markers}}\n`),
  unreadable("lfs-pointer", "Git LFS pointer", () => lfs),
  unreadable("lfs-pointer-crlf", "Git LFS pointer", () => lfs.replaceAll("\n", "\r\n")),
  unreadable("html-page", "is not valid JSON", () => "<!doctype html><title>404</title>"),
  unreadable("json-lines", "is not valid JSON", () => '{"formatVersion":1}\n{"role":"user"}\n'),
  unreadable("comments", "is not valid JSON", () => `// mine\n${exampleText}`),
  unreadable("trailing-comma", "is not valid JSON", () => spelled('"unsent" : [],', '"unsent" : [],,')),
  unreadable("single-quotes", "is not valid JSON", () => "{'formatVersion':1}"),
  unreadable("not-a-number", "is not valid JSON", () => spelled('"input" : 2500', '"input" : NaN')),
  unreadable("infinity", "is not valid JSON", () => spelled('"input" : 2500', '"input" : Infinity')),
  unreadable("leading-zero", "is not valid JSON", () => spelled('"input" : 2500', '"input" : 02500')),
  unreadable("hexadecimal", "is not valid JSON", () => spelled('"input" : 2500', '"input" : 0x9c4')),
  unreadable("too-large-number", "a number too large to hold", () => spelled('"input" : 2500', '"input" : 1e999')),
  unreadable("too-large-negative", "a number too large to hold", () =>
    spelled('"dollars" : 0.0213', '"dollars" : -1e999'),
  ),
  unreadable("deep-lists", "nested more than 1000 levels deep", () => nested("[", "]", 100_000)),
  unreadable("deep-objects", "nested more than 1000 levels deep", () => nested('{"a":', "}", 50_000)),
  unreadable("deep-and-open", "was cut off", () => "[".repeat(200_000)),
  readable("deep-within-bounds", () => exampleText.replace("{", `{"deep":${"[".repeat(900)}${"]".repeat(900)},`)),
  readable("bom", () => `\ufeff${exampleText}`),
  readable("crlf", () => exampleText.replaceAll("\n", "\r\n")),
  readable("old-mac-line-ends", () => exampleText.replaceAll("\n", "\r")),
  readable("one-line", () => JSON.stringify(exampleValue())),
  readable("much-white-space", () => exampleText.replaceAll("\n", `\n${" ".repeat(300)}\n`)),
  // The last one counts, as JSON.parse has it.
  readable("duplicate-keys", () => spelled('"model" :', '"model" : "first",\n  "model" :')),
  readable("all-escaped", () => spelled("Make a card", "\\u004d\\u0061\\/\\u006b\\u0065 \\ud83d\\ude00 \\ud83d")),
  readable("huge-unknown-number", () => exampleText.replace("{", '{"x":1e999,"y":12345678901234567890,"z":-0.0,')),
  readable("ten-megabytes-in-one-text", () => spelled("Made a card.", "a\\n\\u0001é".repeat(1_000_000))),
  readable("hundred-thousand-keys", () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"k${index}":${index}`);
    return exampleText.replace("{", `{${keys.join(",")},`);
  }),
];
