import type * as z from "zod";
import type { RefusedRequest } from "./designPort.ts";

/** A rule of the design system as the model proposes it. What it may check is the design's own matter. */
export interface ProposedRule {
  readonly id: string;
  readonly message: string;
}

/** The rules that a design is held to. */
export interface LintPort {
  /** What a rule is: what the model is told to send. */
  readonly rule: z.ZodType<ProposedRule>;
  /** Why a rule couldn't be added now; undefined when it could. */
  faultIn(rule: ProposedRule): string | undefined;
  /** Checks the whole document, or a page or node with what is in it. */
  lint(id: string | undefined): LintReport | RefusedRequest;
}

export interface LintReport {
  readonly kind: "text";
  readonly text: string;
  readonly problems: number;
  /** What the page or node is called, where one was checked. */
  readonly name?: string;
}
