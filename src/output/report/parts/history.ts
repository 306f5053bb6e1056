import { byWords, contractWords } from "../../describe/contracts.js";
import { ETHER } from "../../describe/units.js";
import { amount, block, count, line, named, paragraph, phrase } from "../../document/document.js";
import type { Inline, Parts } from "../../document/document.js";
import type { Inspection, Read } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { CreationDescription } from "../read-creation.js";

/** Who got and lost which permissions, and when. */
export function permissionParts({ schemes }: Inspection): Parts {
  const events = schemes
    .flatMap(({ contract, history }) => history.map((each) => ({ contract, ...each })))
    .toSorted((one, other) => one.block - other.block);
  const silent = schemes.filter(({ history }) => history.length === 0);
  return [
    {
      caption: "Who was registered and unregistered, oldest first",
      search: "changes",
      heads: ["When", "What", "Account", "How", "Transaction"],
      rows: events.map(({ contract, ...each }) => [
        { time: each.time },
        { tone: each.event === "registered" ? "note" : "caution", text: each.event },
        contractWords(contract),
        byWords(each),
        phrase`block ${each.block}, ${{ transaction: each.transaction }}`,
      ]),
    },
    silent.length > 0 &&
      block(
        "Registered without an event, as older controllers do for their creator",
        silent.map(({ contract }) => line(contractWords(contract))),
      ),
  ];
}

/** The transactions that created the DAO, and their cost. */
export function creationParts(creation: Read<CreationDescription>): Parts {
  if (isNotRead(creation)) {
    return paragraph`The transactions that created it are ${creation}`;
  }
  const { transactions, maker, missing } = creation;
  const sum = (of: "gas" | "cost") =>
    transactions.reduce((total, each) => total + BigInt(each[of]), 0n);
  if (transactions.length === 0) return paragraph(missing ?? "No transaction was found.");
  return [
    paragraph`${count(transactions.length, "transaction")} of ${named(maker)}:
        ${{ number: sum("gas") }} gas, ${amount(sum("cost"), ETHER)} in total.`,
    missing !== undefined && paragraph({ sentence: missing }),
    {
      caption: "Transactions that created the DAO",
      search: "transactions",
      heads: ["When", "What", "Gas", "Cost", "Transaction"],
      align: [undefined, undefined, "right", "right"],
      rows: transactions.map(
        ({ time, what, failed, gas, cost, block: number, hash }): readonly Inline[] => [
          { time },
          [{ sentence: what }, failed && [" ", { tone: "caution", text: "failed" }]],
          { number: BigInt(gas) },
          amount(cost, ETHER),
          phrase`block ${number}, ${{ transaction: hash }}`,
        ],
      ),
    },
  ];
}
