/** Gives `l10n.t` the words of the person's language, which the page brings along; without them it says its English. */
import * as l10n from "@vscode/l10n";

const words = document.getElementById("words")?.textContent;
if (words) l10n.config({ contents: words });
