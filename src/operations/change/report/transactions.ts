import { safeBatch } from "../../simulate/report/calldata.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { DaoChange } from "../change.js";

/**
 * The transactions for a sender that cannot deploy, such as a Safe or a DAO: set parameters and make proposals, exactly
 * as they were tried.
 * @throws MigrationError if contracts must be deployed first, because their addresses depend on who deploys them; and
 * if there is nothing to send
 */
function callsOf({ transactions, proposals }: DaoChange) {
  const deployed = transactions.filter(({ kind }) => kind === "deploy");
  if (deployed.length > 0) {
    const names = deployed.map(({ contract }) => contract).join(", ");
    throw new MigrationError(
      `Contracts must be deployed first (${names}), and their addresses depend on the deploying account. Have an account ` +
        "deploy them with `dao-migrate propose --deploy-only`, and run this again with its result file.",
    );
  }
  const calls = [
    ...transactions.map(({ step, address, data, gas }) => ({
      ...{ what: step, to: address, value: "0", data, gas },
    })),
    ...proposals.flatMap(({ key, status, stages }) =>
      stages
        .filter(({ stage }) => status === "to be made" && stage === "propose")
        .map(({ to, value, data, gas }) => ({ what: key, to, value, data, gas })),
    ),
  ];
  if (calls.length > 0) return calls;
  throw new MigrationError(
    "There is nothing to send now. `dao-migrate plan` shows what the change waits for.",
  );
}

/** All transactions, for a program. */
export function calldataOf(change: DaoChange): object {
  const { chainId, block, avatar, hash } = change;
  return { chainId, block, avatar, change: hash, transactions: callsOf(change) };
}

/** All transactions, for Safe's transaction builder. */
export function safeBatchOf(change: DaoChange): object {
  const { chainId, block, avatar, hash } = change;
  const transactions = callsOf(change);
  const name = `Proposes a change of ${avatar.slice(0, 10)}`;
  const count = transactions.length === 1 ? "1 transaction" : `${transactions.length} transactions`;
  const description = `${count}, as tried at block ${block.number} (${hash})`;
  return safeBatch({ chainId, block, name, description, transactions });
}
