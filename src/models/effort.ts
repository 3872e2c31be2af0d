/** How hard a model is asked to think, in the words that the providers share. */
export const efforts = ["low", "medium", "high", "xhigh"] as const;

export type Effort = (typeof efforts)[number];
