import { getAddress } from "ethers";

import { NEW_PROPOSAL, organizationTopics } from "../../../engine/governance/machine-events.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { BLOCKS_BEHIND } from "../../../foundation/chain/incomplete-answers.js";
import { LogSource } from "../../../foundation/chain/logs/log-source.js";
import { ask } from "../../../foundation/chain/provider.js";
import type { Target } from "../../../foundation/chain/target.js";
import { MigrationError } from "../../../foundation/support/errors.js";

type Sent = { readonly from: string } | null;

/**
 * Requires that nothing unexpected was proposed in the DAO since it was read. Between reading it and sending lie a
 * rehearsal and a question, and another run that carries out the same file in that time proposes the same. It looks up
 * to a block that has all of the account's known transactions, and in blocks by their hash: a node that is behind cannot
 * hide what another one counted.
 * @param account which proposes
 * @param inspection the DAO when the change was decided
 * @param isExpected whether a proposal's sender and transaction are no reason to stop
 * @throws MigrationError if somebody did
 */
export async function requireNoneMeanwhile(
  target: Pick<Target, "provider" | "blockNumber" | "blockAfterSent">,
  account: string,
  { avatar, schemes, votingMachines, block }: Inspection,
  isExpected: (from: string, hash: string) => boolean,
): Promise<void> {
  const address = votingMachines.map(({ contract }) => contract.address);
  if (address.length === 0) return;
  const { provider } = target;
  const to = (await target.blockAfterSent(account)) ?? (await target.blockNumber());
  if (to <= block.number) return;
  const own = organizationTopics(
    avatar.address,
    schemes.map(({ contract }) => contract.address),
  );
  const topics = [NEW_PROPOSAL, null, own];
  const range = { from: block.number + 1, to };
  const logs = new LogSource(provider, range, { lastBlocks: BLOCKS_BEHIND });
  const others: string[] = [];
  for (const { topics: made, transactionHash } of await logs.read({ address, topics })) {
    const [, id = ""] = made;
    const sent = await ask<Sent>(provider, "eth_getTransactionByHash", transactionHash);
    const from = sent === null ? "an unknown account" : getAddress(sent.from);
    if (!isExpected(from, transactionHash)) others.push(`${id} by ${from}`);
  }
  if (others.length === 0) return;
  throw new MigrationError(
    `While this change was prepared, another run or account proposed something in this DAO: ${others.join(", ")}. ` +
      `${others.length === 1 ? "It" : "They"} may ask for the same, so nothing more was sent. Run the same command again: it reads them, and ` +
      "proposes what is still missing.",
  );
}
