import { byWords, contractWords } from "../../describe/contracts.js";
import { block, line, phrase, type Parts } from "../../document/document.js";
import type { Inspection } from "../../../engine/inspect/description.js";

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
