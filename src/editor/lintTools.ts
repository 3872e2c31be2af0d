import type { LintPort } from "../agent/tools/lintPort.ts";
import { findPlaceFault } from "../design/lint/addLintRule.ts";
import { lintDesign } from "../design/lint/lintDesign.ts";
import { lintRule } from "../design/lint/lintRule.ts";
import type { Tokens } from "../design/tokens.ts";
import type { DesignFile } from "./designFile.ts";
import { nodeName } from "./touchedNodes.ts";

interface LintParts {
  readonly design: DesignFile;
  /** The design system: the design's own, or that of the package that it names. */
  readonly tokens: () => Tokens | undefined;
}

/** The rules of the open document as the agent's tools reach them. */
export function lintPort({ design, tokens }: LintParts): LintPort {
  const damaged = "document.json can't be read now. The person has to mend it first.";
  return {
    rule: lintRule,
    faultIn: ({ id }) => {
      const { readable } = design;
      return readable === undefined ? damaged : findPlaceFault(readable.root.designSystem, id);
    },
    lint: (id) => {
      const { readable } = design;
      if (readable === undefined) return { kind: "refused", reason: damaged };
      const report = lintDesign(readable, tokens(), id);
      const name = nodeName(readable, id);
      return report.kind === "refused" || name === undefined ? report : { ...report, name };
    },
  };
}
