import { dataSlice, getAddress, id, zeroPadValue } from "ethers";

import { ERC20 } from "../../chain/erc20.js";
import type { AllowanceDescription } from "../description.js";
import { CallRefused, type BlockReader } from "../reading/block-reader.js";
import { Contract } from "../reading/contract.js";

const APPROVAL = id("Approval(address,address,uint256)");

/**
 * Reads what others may still transfer from an account, from the Approval events of tokens. This includes approvals by
 * calls of the avatar, for which the DAO's own contracts emit no event.
 */
export async function readAllowances(
  reader: BlockReader,
  owner: string,
): Promise<readonly AllowanceDescription[]> {
  const logs = await reader.logs({ topics: [APPROVAL, zeroPadValue(owner, 32)] });
  // ERC-721 tokens emit the same event with one more indexed parameter.
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

/** A contract that emits the event but lacks the function is not a token, so nothing can be transferred. */
function ifRefused(error: unknown): bigint {
  if (error instanceof CallRefused) return 0n;
  throw error;
}
