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

/** The same; expects that its message matches a pattern or contains a text. */
export async function rejected(
  promise: Promise<unknown>,
  message: RegExp | string,
): Promise<Error> {
  const error = await rejection(promise);
  if (typeof message === "string") expect(error.message).to.include(message);
  else expect(error.message).to.match(message);
  return error;
}
