/** Thrown where an operation can't be applied; only `applyOperations` catches it. The message is for the model. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** Ends the list of operations: none of it is applied. */
export function refuse(reason: string): never {
  throw new Refusal(reason);
}
