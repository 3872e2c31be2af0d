import * as l10n from "@vscode/l10n";

/** What a type of node is called in the person's language; one that we don't know is called as the file calls it (DOC-1). */
export function typeName(type: string): string {
  switch (type) {
    case "page":
      return l10n.t("page");
    case "frame":
      return l10n.t("frame");
    case "group":
      return l10n.t("group");
    case "rectangle":
      return l10n.t("rectangle");
    case "ellipse":
      return l10n.t("ellipse");
    case "line":
      return l10n.t("line");
    case "path":
      return l10n.t("path");
    case "text":
      return l10n.t("text");
    case "image":
      return l10n.t("image");
    case "instance":
      return l10n.t("instance");
    default:
      return type;
  }
}
