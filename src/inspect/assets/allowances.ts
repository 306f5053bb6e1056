import { dataSlice, getAddress, id, Interface, zeroPadValue } from "ethers";

import type { AllowanceDescription } from "../description.js";
import { CallRefused, type BlockReader } from "../reading/block-reader.js";
import { Contract } from "../reading/contract.js";

const ERC20 = new Interface([
  "function allowance(address owner, address spender) view returns (uint256)",
]);
const APPROVAL = id("Approval(address,address,uint256)");

/**
 * What others may still take from an account, by the approvals that tokens tell of: also those that were
 * given by a call of the avatar's, of which the DAO's own contracts leave no event.
 */
export async function readAllowances(
  reader: BlockReader,
  owner: string,
): Promise<readonly AllowanceDescription[]> {
  const logs = await reader.logs({ topics: [APPROVAL, zeroPadValue(owner, 32)] });
  // A token whose spender is not indexed has the same topic, and is not an ERC-20.
  const pairs = new Map(
    logs
      .filter(({ topics }) => topics.length === 3)
      .map(({ address, topics }) => {
        const spender = getAddress(dataSlice(topics[2]!, 12));
        return [`${address} ${spender}`, { address, spender }] as const;
      }),
  );
  const found = await Promise.all(
    [...pairs.values()].map(async ({ address, spender }) => {
      const amount = await new Contract(reader, address, ERC20)
        .value("allowance", owner, spender)
        .catch(ifRefused);
      return { token: address, spender, amount: String(amount) };
    }),
  );
  return found
    .filter(({ amount }) => amount !== "0")
    .sort((a, b) => (`${a.token} ${a.spender}` < `${b.token} ${b.spender}` ? -1 : 1));
}

/** A contract that has the event and not the function is not a token, and nothing can be taken of it. */
function ifRefused(error: unknown): bigint {
  if (error instanceof CallRefused) return 0n;
  throw error;
}
