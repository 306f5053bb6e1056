/** A token whose functions `answer` says; with `as`, it stays the same. */
export function fakeToken(answer: (name: string) => bigint) {
  const token: { value: (name: string) => Promise<bigint>; as: () => typeof token } = {
    value: async (name: string) => await Promise.resolve(answer(name)),
    as: () => token,
  };
  return token;
}
