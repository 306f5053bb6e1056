/** What is open, closed at the end of a block that has it with `await using`. */
export function closing<Open extends { close(): unknown }>(open: Open): Open & AsyncDisposable {
  const dispose = async () => void (await open.close());
  return Object.assign(open, { [Symbol.asyncDispose]: dispose });
}
