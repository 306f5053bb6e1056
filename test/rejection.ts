import { expect } from "chai";

/** Returns the error that a promise rejects with; fails if it does not reject. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`Rejected with ${String(error)}, which is not an Error.`, { cause: error });
  }
  throw new Error("It was expected to reject, and did not.");
}

/** The same; expects that it is of a class, and that its message matches a pattern or contains a text, for each of them. */
export async function rejected(
  promise: Promise<unknown>,
  ...wanted: readonly (RegExp | string | (abstract new (...args: never[]) => Error))[]
): Promise<Error> {
  const error = await rejection(promise);
  for (const each of wanted) {
    if (typeof each === "function") expect(error).to.be.instanceOf(each);
    else if (typeof each === "string") expect(error.message).to.include(each);
    else expect(error.message).to.match(each);
  }
  return error;
}
