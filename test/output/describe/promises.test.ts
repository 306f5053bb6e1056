import { debtsBlock, listingLines } from "../../../src/output/describe/promises.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import { expectGoldenCases } from "../../golden.js";
import { ID, NOTHING, RICH, STRANGER } from "./rich-dao.js";

describe("debtsBlock", () => {
  const ether = {
    of: "ether",
    amount: "4000000000000000000",
    due: "4000000000000000000",
    proposals: [ID],
  } as const;
  const token = { address: STRANGER, name: "T", symbol: "TKN", decimals: NOTHING };
  const shown = (changes: Partial<Inspection>) => toTerminal(debtsBlock({ ...RICH, ...changes }));
  const owing = (...debts: Extract<Inspection["owes"], { debts: unknown }>["debts"]) =>
    shown({ owes: { debts, unknown: [] } });

  it("compares each promise with what the treasury has, and says nothing is owed only if that is known", () => {
    const nothing = { owes: { debts: [], unknown: [] } };
    expectGoldenCases(import.meta.dirname, "debts.txt", {
      enough: owing({ ...ether, has: "5000000000000000000" }),
      "too little": owing({ ...ether, has: "3000000000000000000", missing: "1000000000000000000" }),
      "treasury not read": owing({ ...ether, has: NOTHING }),
      "by many proposals": owing({ ...ether, proposals: Array.from({ length: 22 }, () => "0x7") }),
      minted: owing({ ...ether, of: "reputation" }),
      "a token of unknown decimals": owing({
        ...ether,
        of: "token",
        token,
        amount: "5",
        due: "2",
        has: "7",
      }),
      "own tokens in wei": shown({
        owes: { debts: [{ ...ether, of: "own token" }], unknown: [] },
        token: { ...RICH.token, decimals: NOTHING },
      }),
      "not read": shown({ owes: NOTHING }),
      nothing: shown({ ...nothing, votingMachines: [RICH.votingMachines[0]!] }),
      "nothing, but not all was read": shown(nothing),
    });
  });
});

describe("listingLines", () => {
  it("says whether lists of DAOs were read", () => {
    expectGoldenCases(import.meta.dirname, "listings.txt", {
      none: toTerminal(listingLines({ ...RICH, listings: [] })),
      "not read": toTerminal(listingLines({ ...RICH, listings: NOTHING })),
    });
  });
});
