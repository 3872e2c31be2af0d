/** An error that came inside an answer, in the form in which the SDK throws those that it finds itself. */
export function serviceFailure(error: unknown): Error {
  return Object.assign(new Error("The service ended the answer with an error."), { error: error ?? {} });
}
