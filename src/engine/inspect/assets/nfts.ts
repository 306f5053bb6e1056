import { toBigInt, ZeroAddress } from "ethers";

import { ERC721, TRANSFER } from "../../../foundation/chain/erc20.js";
import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import type { NftDescription } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";
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
      const all = [...new Set(logs.map(({ topics }) => topics[3]!))].slice(-MOST_IDS);
      const ids = await owned(contract, owner, all.map(toBigInt));
      if (ids.length === 0) return [];
      const [name, symbol, balance] = await Promise.all([
        contract.answer("name"),
        contract.answer("symbol"),
        contract.answer("balanceOf", owner),
      ]);
      const mayTake = calledByAvatar(address) ? await takers(contract, ids) : [];
      return [
        {
          address,
          ...(typeof name === "string" && { name }),
          ...(typeof symbol === "string" && { symbol }),
          amount: typeof balance === "bigint" ? String(balance) : String(ids.length),
          ids: ids.map(String),
          ...(mayTake.length > 0 && { mayTake }),
        },
      ];
    }),
  );
  return found.flat().sort((a, b) => (a.address < b.address ? -1 : 1));
}

async function owned(
  contract: Contract,
  owner: string,
  ids: readonly bigint[],
): Promise<readonly bigint[]> {
  const owners = await Promise.all(ids.map((id) => contract.answer("ownerOf", id)));
  return ids.filter((_, index) => owners[index] === owner);
}

/** Accounts that may take one of them; who may take all is an operator, see `readAllowances`. */
async function takers(contract: Contract, ids: readonly bigint[]): Promise<readonly string[]> {
  const approved = await Promise.all(ids.map((id) => contract.answer("getApproved", id)));
  const accounts = approved.filter(
    (each): each is string => typeof each === "string" && each !== ZeroAddress,
  );
  return [...new Set(accounts)].sort();
}
