import type { Inspection } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { MigrationError } from "../../support/errors.js";
import type { UncomparedPart } from "../change.js";

/**
 * Makes sure that a DAO's proposals are known. Otherwise, a change would propose what is pending a second time, and pay
 * again what was paid.
 * @returns the proposals whose requests are unknown, for the reader of the plan. Those of a scheme whose requests no
 *   node can tell are not among them: a change does not propose there.
 * @throws MigrationError if the proposals could not be read
 */
export function requireProposals({
  proposals,
}: Pick<Inspection, "proposals">): readonly UncomparedPart[] {
  if (isNotRead(proposals)) {
    throw new MigrationError(
      `The proposals of this DAO could not be read: ${proposals.notRead}. A change might propose again what is ` +
        "pending, or pay again what was paid. Nothing was sent. Run the same command again later, or with another node.",
    );
  }
  return proposals.flatMap(({ id, requests }): readonly UncomparedPart[] => {
    if (!isNotRead(requests) || requests.unknowable === true) return [];
    const reason = `what it asks for could not be read, so this change may ask for it again: ${requests.notRead}`;
    return [{ where: `proposal ${id}`, reason }];
  });
}
