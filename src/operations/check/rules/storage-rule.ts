import type { StorageOwner } from "../../../engine/inspect/description.js";
import { ofRead, type Rule, type RuleResults } from "./rule.js";

const OWNERS: readonly StorageOwner[] = ["avatar", "controller", "token", "reputation"];

/** The rule about what code does not say: a contract's creation can write any storage. */
export const STORAGE_RULE: Rule = {
  id: "storage",
  severity: "error",
  title: "nothing is hidden in the storage of avatar, controller, token and reputation",
  why:
    "A contract's creation can write permissions, balances and limits that no event mentions, and leave the release's " +
    "code. A node that leaves out events looks the same.",
  whatToDo:
    "Check again with another node. If it says the same, do not trust the DAO until somebody has explained its creation.",
  check: ({ inspection: { storage } }) =>
    OWNERS.flatMap((owner): RuleResults =>
      ofRead(owner, storage[owner], ({ explained, differing }) => {
        if (explained) return [];
        const count = differing === undefined ? "some" : String(differing);
        const message =
          `Unexplained numbers in the ${owner}'s storage: ${count}. ` +
          "Either something is hidden there, or the node left out events.";
        return [{ where: owner, message, found: `${count} unexplained`, wanted: "0 unexplained" }];
      }),
    ),
};
