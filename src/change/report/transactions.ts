import { safeBatch } from "../../simulate/report/calldata.js";
import { MigrationError } from "../../support/errors.js";
import type { Change } from "../change.js";

/** A transaction as it was tried on the fork. */
interface Transaction {
  readonly what: string;
  readonly to: string;
  /** Wei. */
  readonly value: string;
  readonly data: string;
  readonly gas: string;
}

/**
 * What somebody sends who cannot deploy, such as a Safe or a DAO: parameters to set and proposals to make now,
 * each exactly as it was tried.
 * @throws MigrationError where contracts have to be deployed before, as their addresses depend on who does it;
 * and where there is nothing to send
 */
function callsOf({ transactions, proposals }: Change): readonly Transaction[] {
  const deployed = transactions.filter(({ kind }) => kind === "deploy");
  if (deployed.length > 0) {
    const names = deployed.map(({ contract }) => contract).join(", ");
    throw new MigrationError(
      `Contracts have to be deployed before (${names}), and where they are depends on who does it. Have an account ` +
        "deploy them with `dao-migrate propose --deploy-only`, and run this again with its result file.",
    );
  }
  const calls = [
    ...transactions.map(({ step, address, data, gas }) => ({
      ...{ what: step, to: address, value: "0", data, gas },
    })),
    ...proposals
      .filter(({ status }) => status === "to be made")
      .flatMap(({ key, stages }) =>
        stages
          .filter(({ stage }) => stage === "propose")
          .map(({ to, value, data, gas }) => ({ what: key, to, value, data, gas })),
      ),
  ];
  if (calls.length > 0) return calls;
  throw new MigrationError(
    "There is nothing to send now. `dao-migrate plan` says what it waits for.",
  );
}

/** All of it, for a program. */
export function calldataOf(change: Change): object {
  const { chainId, block, avatar, hash } = change;
  return { chainId, block, avatar, change: hash, transactions: callsOf(change) };
}

/** All of it, for Safe's transaction builder. */
export function safeBatchOf(change: Change): object {
  const { chainId, block, avatar, hash } = change;
  const transactions = callsOf(change);
  const name = `Proposes a change of ${avatar.slice(0, 10)}`;
  const count = transactions.length === 1 ? "1 transaction" : `${transactions.length} transactions`;
  const description = `${count}, as tried at block ${block.number} (${hash})`;
  return safeBatch({ chainId, block, name, description, transactions });
}
