/** Names and links that would lead out of the package, and image files that aren't what they are called. */
import { exampleText, type HostilePackage, secret, showing, utf8 } from "./hostilePackage.ts";

/** SHA-256 of the bytes "red". */
const red = "b1f51a511f1da0cd348b8f8598db32e61cb963e5fc69e2b41485bf99590ed75a";
const file = (extension: string) => `agent/images/${red}.${extension}`;
const planted = { "agent/secret.png": utf8(secret), "secret.png": utf8(secret) };
const named = (name: string, sha256: string) => showing(`name-${name}`, "badName", sha256, planted);

export const outsideNames: readonly HostilePackage[] = [
  named("dotdot", "../secret"),
  named("dotdot-deep", "../../../../../../etc/passwd"),
  named("backslashes", "..\\..\\secret"),
  named("percent", "%2e%2e%2fsecret"),
  named("drive", "C:\\Windows\\win.ini"),
  named("share", "\\\\server\\share\\x"),
  named("absolute", "/etc/passwd"),
  named("file-url", "file:///etc/passwd"),
  named("upper-case", red.toUpperCase()),
  named("63-digits", red.slice(1)),
  named("65-digits", `${red}0`),
  named("line-break-after", `${red}\n`),
  named("nul-after", `${red}\0.png`),
  named("full-width-digits", red.replaceAll("1", "１")),
  named("empty", ""),
  named("proto", "__proto__"),
  named("very-long", "a".repeat(100_000)),
  showing("image-missing", "missing", red),
  showing("image-whole", "", red, { [file("png")]: utf8("red") }),
  showing("image-whole-of-another-type", "", red, { [file("svg")]: utf8("red") }),
  showing("image-wrong-bytes", "wrongBytes", red, { [file("png")]: utf8("blue") }),
  showing("image-empty", "wrongBytes", red, { [file("png")]: utf8("") }),
  showing("image-cut", "wrongBytes", red, { [file("png")]: utf8("re") }),
  showing("image-html", "wrongBytes", red, { [file("png")]: utf8("<html><script>alert(1)</script>") }),
  showing("image-lfs-pointer", "lfsPointer", red, {
    [file("png")]: utf8(`version https://git-lfs.github.com/spec/v1\noid sha256:${red}\nsize 3\n`),
  }),
  showing("image-wrong-beside-whole", "", red, { [file("gif")]: utf8("blue"), [file("webp")]: utf8("red") }),
  showing("image-without-extension", "missing", red, { [`agent/images/${red}`]: utf8("red") }),
  showing("image-beside-the-folder", "missing", red, { [`agent/${red}.png`]: utf8("red") }),
  showing("image-is-a-folder", "missing", red, { [`${file("png")}/x`]: utf8("red") }),
  showing("image-is-a-link", "link", red, {}, [file("png")]),
  showing("images-is-a-link", "missing", red, {}, ["agent/images"]),
  {
    name: "conversation-is-a-link",
    kind: "unreadable",
    says: "links are not followed",
    files: () => new Map([["document.json", utf8("{}\n")]]),
    links: ["agent/conversation.json"],
  },
  {
    name: "agent-is-a-link",
    kind: "unreadable",
    says: "links are not followed",
    files: () => new Map([["document.json", utf8("{}\n")]]),
    links: ["agent"],
  },
  {
    name: "agent-is-a-file",
    kind: "unreadable",
    says: "agent is not a folder",
    files: () =>
      new Map([
        ["document.json", utf8("{}\n")],
        ["agent", utf8(exampleText)],
      ]),
    links: [],
  },
  {
    name: "new-is-a-link",
    kind: "empty",
    says: "",
    files: () => new Map([["document.json", utf8("{}\n")]]),
    links: ["agent/conversation.json.new"],
  },
  {
    name: "new-alone-torn",
    kind: "empty",
    says: "",
    files: () =>
      new Map([
        ["document.json", utf8("{}\n")],
        ["agent/conversation.json.new", utf8(exampleText.slice(0, 900))],
      ]),
    links: [],
  },
  {
    name: "images-alone",
    kind: "empty",
    says: "",
    files: () =>
      new Map([
        ["document.json", utf8("{}\n")],
        [file("png"), utf8("red")],
      ]),
    links: [],
  },
];
