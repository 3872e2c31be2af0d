/**
 * Whether a text is as a pattern says, where `*` stands for any text and `?` for one character; capitals don't matter. The
 * time is at most the product of both lengths, whatever they hold.
 */
export function isLike(text: string, pattern: string): boolean {
  const [characters, signs] = [Array.from(text.toLowerCase()), Array.from(pattern.toLowerCase())];
  let [at, sign] = [0, 0];
  /** Where the last `*` stands, and where the text goes on behind what it stands for. */
  let [star, resume] = [-1, 0];
  while (at < characters.length) {
    if (signs[sign] === "*") {
      star = sign;
      sign += 1;
      resume = at;
    } else if (sign < signs.length && (signs[sign] === "?" || signs[sign] === characters[at])) {
      at += 1;
      sign += 1;
    } else if (star >= 0) {
      resume += 1;
      at = resume;
      sign = star + 1;
    } else {
      return false;
    }
  }
  while (signs[sign] === "*") sign += 1;
  return sign === signs.length;
}
