import type { ContractDescription } from "../../inspect/description.js";
import { attempt, isNotRead } from "../../inspect/reading/attempt.js";
import { abiOf } from "../../inspect/reading/identify.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { Act } from "./decide.js";

/** Limit of transactions, as a proposal may have thousands of voters. */
const MOST_REDEEMS = 20;
/** How a voting machine pays proposer, voters and stakers: everything but the bounty, and the bounty. */
const WAYS = ["redeem", "redeemDaoBounty"] as const;

export interface RedeemingFromMachine {
  readonly chain: ForkedChain;
  readonly machine: ContractDescription;
  readonly id: string;
  /** Accounts that the machine may owe something. */
  readonly accounts: Iterable<string>;
  /** Sends the transactions that anybody may send. */
  readonly anybody: string;
}

/**
 * Redeems what a voting machine owes for a finished proposal: stakes, reputation for proposer and voters, and the
 * bounties that the DAO can pay. Anybody may redeem for anybody.
 */
export async function redeemFromMachine({
  chain,
  machine,
  id,
  accounts,
  anybody,
}: RedeemingFromMachine): Promise<readonly Act[]> {
  const abi = abiOf(machine);
  if (abi === undefined || machine.name !== "GenesisProtocol") return [];
  const asked = [...new Set(accounts)].flatMap((account) =>
    WAYS.filter((name) => abi.getFunction(name) !== null).map((name) => ({ account, name })),
  );
  const due = await Promise.all(
    asked.map(async ({ account, name }) => {
      // Some releases revert for accounts that get nothing.
      const given = await attempt(() => chain.read(machine.address, abi, name, [id, account]));
      const [amounts] = isNotRead(given) ? [] : (given.toArray(true) as unknown[]);
      return [amounts].flat().some((amount) => typeof amount === "bigint" && amount > 0n);
    }),
  );
  const acts: Act[] = [];
  for (const { account, name } of asked.filter((_, index) => due[index]).slice(0, MOST_REDEEMS)) {
    const data = abi.encodeFunctionData(name, [id, account]);
    const tried = await chain.send({ from: anybody, to: machine.address, data });
    const part = `${name === "redeem" ? "for" : "bounty for"} ${account}`;
    acts.push({ stage: "redeemFromMachine", part, tried });
  }
  return acts;
}
