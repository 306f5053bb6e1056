import { toBigInt, ZeroAddress } from "ethers";

import { ERC721, TRANSFER } from "../../../foundation/chain/erc20.js";
import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import type { NftDescription } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import { openForeign } from "../reading/foreign-contracts.js";

/** Whether an avatar may have called a contract, and all transactions in which it called any, if these are known. */
export type Called = ((contract: string) => boolean) & {
  readonly transactions?: readonly string[];
};

/** Of one contract, the last ones received: anybody can send an account any number. */
const MOST_IDS = 20;

/**
 * Reads the NFTs that an account still owns, of those that it received, and who else may take them.
 * @param transfers to the account
 * @param calledByAvatar without a call of the owner's, nobody else may take NFTs, whatever their contract says
 */
export async function readNfts(
  reader: BlockReader,
  owner: string,
  transfers: readonly ChainLog[],
  calledByAvatar: Called,
): Promise<readonly NftDescription[]> {
  const received = Map.groupBy(
    transfers.filter(({ topics }) => topics[0] === TRANSFER && topics.length === 4),
    ({ address }) => address,
  );
  const found = await Promise.all(
    [...received].map(async ([address, logs]): Promise<readonly NftDescription[]> => {
      const contract = openForeign(reader, address, ERC721);
      const each = async (functionName: string, of: readonly bigint[]) =>
        await Promise.all(of.map((id) => contract.answer(functionName, id)));
      const all = [...new Set(logs.map(({ topics }) => toBigInt(topics[3]!)))].slice(-MOST_IDS);
      const owners = await each("ownerOf", all);
      const ids = all.filter((_, index) => owners[index] === owner);
      if (ids.length === 0) return [];
      const [name, symbol, balance] = await Promise.all([
        contract.answer("name"),
        contract.answer("symbol"),
        contract.answer("balanceOf", owner),
      ]);
      // Who may take all of them is an operator, see `readAllowances`.
      const approved = calledByAvatar(address) ? await each("getApproved", ids) : [];
      const mayTake = new Set(
        approved.filter((taker) => typeof taker === "string" && taker !== ZeroAddress) as string[],
      );
      return [
        {
          address,
          ...(typeof name === "string" && { name }),
          ...(typeof symbol === "string" && { symbol }),
          amount: typeof balance === "bigint" ? String(balance) : String(ids.length),
          ids: ids.map(String),
          ...(mayTake.size > 0 && { mayTake: [...mayTake].sort() }),
        },
      ];
    }),
  );
  return found.flat().sort((a, b) => (a.address < b.address ? -1 : 1));
}
