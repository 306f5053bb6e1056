import type { Rule, RuleResults } from "./rule.js";

/** The rule about what neither code nor a storage proof says: what a contract's creation wrote into it. */
export const CREATION_RULE: Rule = {
  id: "creation",
  severity: "error",
  title: "schemes, voting machines and what they refer to were created by their own code",
  why: "Other code can write owners, votes or parameters into a contract while creating it, and leave the code of a release.",
  whatToDo:
    "Do not trust a contract that other code created until somebody has read that code. If the creation is not known, use " +
    "an archive node with debug_traceTransaction, or the result file of the migration.",
  applies: ({ creations = [] }) => creations.length > 0,
  check: ({ creations = [] }) =>
    creations.flatMap(({ address, name, creation }): RuleResults => {
      const { code, transaction, reason = "unknown" } = creation;
      if (code === "own") return [];
      if (code === "not known") {
        return [{ where: address, unclear: `how ${name} was created is not known: ${reason}` }];
      }
      const message =
        `${name} ${address} has the right code, but other code created it in transaction ${transaction}, and may have ` +
        "written anything into its storage.";
      return [{ where: address, message, found: "other code", wanted: `the code of ${name}` }];
    }),
};
