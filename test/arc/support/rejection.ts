/** The error that a promise is rejected with; one that is fulfilled is a failure of the test. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`Rejected with something that is no error: ${String(error)}`, { cause: error });
  }
  throw new Error("Nothing was thrown.");
}
