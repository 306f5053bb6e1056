import type { CheckedInspection, Founding } from "./check-facts.js";
import { attempt } from "../../inspect/reading/attempt.js";
import type { ChainReader } from "../../inspect/reading/chain-reader.js";
import type { ContractEvent } from "../../inspect/reading/contract.js";
import { Contract } from "../../inspect/reading/contract.js";
import { abiOf } from "../../inspect/reading/identify.js";
import { knownAbi } from "../../arc/known-abis.js";
import type {
  ContractDescription,
  Read,
  RegistrationDescription,
} from "../../inspect/description.js";
import { ZeroAddress } from "ethers";

/**
 * Reads what was minted when a DAO was made: before anything but its maker was registered, nobody else
 * could mint. A DAO without schemes has all that it ever minted from its maker.
 */
export async function readFounding(
  reader: ChainReader,
  { token, reputation, schemes }: CheckedInspection,
): Promise<Read<Founding>> {
  const end = Math.min(reader.block.number, ...registrationsOfSchemes(schemes));
  return await attempt(async () => {
    const [transfers, mints] = await Promise.all([
      open(reader, token.contract, "DAOToken").events(["Transfer"]),
      open(reader, reputation.contract, "Reputation").events(["Mint"]),
    ]);
    // A token tells of minting as a transfer from nobody: from, to, amount.
    const minted = transfers.filter(({ values }) => values[0] === ZeroAddress);
    return { tokens: sums(minted, end, 1), reputation: sums(mints, end, 0) };
  });
}

/** Blocks in which others than the DAO's makers were registered. */
function registrationsOfSchemes(schemes: CheckedInspection["schemes"]): readonly number[] {
  const all = schemes.flatMap(({ history }) =>
    history
      .filter(({ event, how }) => event === "registered" && how === "scheme")
      .map((registration) => ({ ...registration, leaves: history.some(isLeaving) })),
  );
  const [first] = [...all].sort((a, b) => a.block - b.block);
  // DaoCreator is registered by who makes the controller, adds founders later, and leaves at the end.
  return all
    .filter(({ leaves, transaction }) => !leaves || transaction !== first?.transaction)
    .map(({ block }) => block);
}

function isLeaving({ event, how }: RegistrationDescription): boolean {
  return event === "unregistered" && how === "itself";
}

function open(reader: ChainReader, contract: ContractDescription, name: string): Contract {
  const abi = abiOf(contract) ?? knownAbi(name);
  if (abi === undefined) throw new Error(`no functions of ${name} are known`);
  return new Contract(reader, contract.address, abi);
}

/** @param to place of the receiver among the event's parameters; the amount follows it */
function sums(
  events: readonly ContractEvent[],
  end: number,
  to: number,
): ReadonlyMap<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const { log, values } of events) {
    if (log.blockNumber > end) continue;
    const account = String(values[to]);
    amounts.set(account, (amounts.get(account) ?? 0n) + (values[to + 1] as bigint));
  }
  return amounts;
}
