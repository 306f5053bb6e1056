import { threatsBlock } from "../../../src/output/describe/threats.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { Threat } from "../../../src/operations/simulate/threats/threat.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { expectGoldenCases } from "../../golden.js";

const HOLDER = `0x${"2".repeat(40)}`;
const TOKEN = `0x${"3".repeat(40)}`;
const BY_VOTE: Threat = {
  through: { address: `0x${"1".repeat(40)}`, code: "arc", name: "SchemeRegistrar" },
  what: "register an account",
  price: {
    voters: [{ account: HOLDER, share: "25.00" }],
    stake: { token: TOKEN, amount: "2500000000000000000" },
    seconds: 3600,
  },
  taken: {
    ether: "10000000000000000000",
    tokens: [{ address: TOKEN, amount: "5000000000000000000" }],
    reputation: "99.00",
  },
  stoppableUntil: 1_600_000_000,
  steps: [{ stage: "vote", from: HOLDER, to: TOKEN, value: "0", data: "0x", time: 1 }],
};
const ALONE: Threat = {
  ...BY_VOTE,
  price: { voters: [], seconds: 1 },
  taken: { ether: "0", tokens: [], reputation: "0.00" },
  stoppableUntil: undefined,
};

const DAO = {
  token: sampleInspection().token,
  treasury: {
    ether: "0",
    tokens: [{ address: TOKEN, amount: "1", name: "T", symbol: "TKN", decimals: 6 }],
  },
  votingMachines: [],
};

describe("threatsBlock", () => {
  it("says what each way needs, takes, and how it can be stopped, and what was not tried", () => {
    const shown = (found: readonly Threat[]) =>
      toTerminal(threatsBlock({ found, safe: ["Through it."], notTried: ["The others."] }, DAO));
    expectGoldenCases(import.meta.dirname, "threats.txt", {
      none: shown([]),
      "by vote, and alone": shown([ALONE, BY_VOTE]),
    });
  });
});
