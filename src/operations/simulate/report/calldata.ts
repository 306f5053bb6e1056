import { id as keccak } from "ethers";

import { MigrationError } from "../../../foundation/support/errors.js";
import type { Simulation, SimulatedTransaction } from "../simulation.js";

/** Every transaction of the future in which the proposal passes, exactly as simulated. */
export function transactionsOf({ chainId, block, proposal, passed }: Simulation): object {
  const transactions = passed.stages.map(({ stage, part, from, to, value, data, gas }) => {
    return { stage, part, from, to, value, data, gas };
  });
  return { chainId, block, proposal: proposal.id, transactions };
}

/** Stages whose transactions anybody may send. */
const ANYBODYS: readonly SimulatedTransaction["stage"][] = [
  "execute",
  "executeScheme",
  "redeem",
  "redeemFromMachine",
];

/**
 * A batch for Safe's transaction builder, exactly as simulated. If the proposal has not been made yet, the batch makes
 * it; otherwise it contains what anybody may send once the proposal has passed.
 * @throws MigrationError if there is no such transaction
 */
export function safeBatchOf(simulation: Simulation): object {
  const { chainId, proposal, block, passed } = simulation;
  const wanted = proposal.draft === true ? ["propose"] : ANYBODYS;
  const transactions = passed.stages.filter(({ stage }) => wanted.includes(stage));
  if (transactions.length === 0) {
    throw new MigrationError(
      "A Safe has nothing to send here: voters send their own votes and stakes, and nothing is left after them. " +
        "Omit --safe.",
    );
  }
  const does = proposal.draft === true ? "Creates the proposal" : "Carries out the proposal";
  const name = `${does} ${proposal.id.slice(0, 10)}`;
  const description = `${does} ${proposal.id}, as simulated at block ${block.number} (${simulation.hash})`;
  return safeBatch({ chainId, block, name, description, transactions });
}

interface SafeBatch extends Pick<Simulation, "chainId" | "block"> {
  readonly name: string;
  readonly description: string;
  readonly transactions: readonly Pick<SimulatedTransaction, "to" | "value" | "data">[];
}

/** Transactions for a Safe, in the format of its transaction builder. */
export function safeBatch(wanted: SafeBatch): object {
  const { chainId, block, name, description, transactions } = wanted;
  const batch = {
    version: "1.0",
    chainId: String(chainId),
    // Milliseconds. Uses the block's timestamp, so that the same simulation gives the same file.
    createdAt: block.timestamp * 1000,
    meta: {
      name,
      description,
      txBuilderVersion: "1.16.5",
      createdFromSafeAddress: "",
      createdFromOwnerAddress: "",
    },
    transactions: transactions.map(({ to, value, data }) => ({
      ...{ to, value, data },
      contractMethod: null,
      contractInputsValues: null,
    })),
  };
  const checksum = keccak(serialized({ ...batch, meta: { ...batch.meta, name: null } }));
  return { ...batch, meta: { ...batch.meta, checksum } };
}

/** Of what Safe's transaction builder computes its checksum: everything but the name, with sorted keys. */
function serialized(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serialized).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const keys = Object.keys(value).sort();
  const fields = keys.map(
    (key) => `${serialized((value as Readonly<Record<string, unknown>>)[key])},`,
  );
  return `{${JSON.stringify(keys)}${fields.join("")}}`;
}
