/**
 * Returns an `it` whose tests get what a helper opens; the helper closes it after each.
 * @param around runs a test with what it opened
 */
export function itWith<Given extends unknown[]>(
  around: (run: (...given: Given) => Promise<void>) => Promise<unknown>,
) {
  type Run = (...given: Given) => Promise<void> | void;
  const body = (run: Run) => async () => {
    await around(async (...given) => await run(...given));
  };
  return Object.assign((title: string, run: Run) => it(title, body(run)), {
    only: (title: string, run: Run) => it.only(title, body(run)),
  });
}
