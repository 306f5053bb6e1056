/**
 * The first block in which a contract exists, found by bisection.
 * @param codeAt the contract's code at a block, of which only some nodes have the state
 * @param last a block in which it exists
 */
export async function firstBlockOf(
  codeAt: (block: number) => Promise<unknown>,
  last: number,
): Promise<number> {
  let [without, has] = [-1, last];
  while (has - without > 1) {
    const middle = Math.floor((without + has) / 2);
    if ((await codeAt(middle)) === "0x") without = middle;
    else has = middle;
  }
  return has;
}
