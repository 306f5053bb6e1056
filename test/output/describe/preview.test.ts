import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";
import type { MigrationPreview } from "../../../src/engine/execution/sending/preview.js";
import { outlineRows } from "../../../src/output/describe/outline.js";
import {
  divergenceQuestion,
  higherFeeQuestion,
  previewDocument,
  sendQuestion,
  stepsDocument,
} from "../../../src/output/describe/preview.js";
import { facts } from "../../../src/output/document/document.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { DaoOutline, MigrationOutline } from "../../../src/operations/run/outline.js";
import { expectGolden, expectGoldenCases } from "../../golden.js";

const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const address = (digit: string) => `0x${digit.repeat(40)}`;
const CHAIN: ChainIdentity = { name: "mainnet", chainId: 1, genesis: "0x00", inProcess: false };
const PREVIEW: MigrationPreview = {
  account: address("f"),
  balance: ETHER,
  balanceNeeded: ETHER / 2n,
  gasPrice: 1_250_000_000n,
  cost: ETHER / 4n,
  dataFee: 0n,
  gasLimit: 400_000_000n,
  feeCap: 12_500_000_000n,
  maxCost: 5n * ETHER,
  gasUsed: 1_234_567n,
  steps: [
    {
      step: "dao/Avatar",
      from: address("f"),
      value: 0n,
      dataHash: "0x00",
      gasUsed: 1n,
      cost: 1n,
    },
  ],
  stepsDone: 0,
  confirmations: 12,
  rehearsed: true,
  estimated: false,
};
const BARE: DaoOutline = {
  name: "Harbour\n\u001b[8m",
  tokenName: "Harbour Token",
  tokenSymbol: "HT",
  founders: [],
  schemes: [],
  calls: [],
  voteOnBehalf: [],
  accountKeepsPermissions: false,
};
const OUTLINE: MigrationOutline = {
  arcVersion: "0.0.1-rc.57",
  output: "out.json",
  dao: {
    ...BARE,
    founders: [
      { address: address("1"), reputation: ETHER, tokens: 0n },
      { address: address("2"), reputation: 5n * ETHER, tokens: ETHER },
    ],
    schemes: [{ name: "SchemeRegistrar", permissions: "0x0000001f" }],
    accountKeepsPermissions: true,
  },
};

function shown(changes: Partial<MigrationPreview>): string {
  return toTerminal(previewDocument({ ...PREVIEW, ...changes }, CHAIN, OUTLINE));
}

function rows(labels: RegExp, changes: Partial<MigrationPreview>): string {
  const lines = shown(changes).split("\n");
  return lines.filter((line) => labels.test(line)).join("\n");
}

/** What is created, and for whom, without the rows of every preview. */
function outlined(changes: Partial<DaoOutline>, more: Partial<MigrationOutline> = {}): string {
  const dao = more.base === undefined ? { ...BARE, ...changes } : undefined;
  const outline = { arcVersion: "0.0.1-rc.57", output: "out.json", dao, ...more };
  return toTerminal(facts(...outlineRows(outline, address("f"))));
}

describe("previewDocument", () => {
  it("names the DAO, what everybody receives, the account, the cost and the file", () => {
    const [step] = PREVIEW.steps;
    const paid = ["3", "4"].map((digit, index) => ({
      ...step!,
      to: address(digit),
      value: BigInt(index + 1) * ETHER,
    }));
    const unknown = { steps: [], gasUsed: 0n, cost: 0n, balanceNeeded: 0n, rehearsed: false };
    const figures = /^(Transactions|Likely|Maximum)/;
    expectGoldenCases(import.meta.dirname, "preview.txt", {
      "a DAO": shown({}),
      "an L2's data fee": rows(/fee/, { dataFee: ETHER / 50n }),
      "an unknown data fee": rows(/fee/, { dataFee: null }),
      "money to two accounts": rows(/^Sends|0x[34]{40}/, { steps: [step!, ...paid] }),
      "money to one account twice": rows(/^Sends|0x3{40}/, { steps: [paid[0]!, paid[0]!] }),
      "a step that is done": rows(/^Trans/, { stepsDone: 1 }),
      "steps that are done": rows(/^Trans/, { stepsDone: 2 }),
      "not rehearsed: unknown, never 0": rows(figures, unknown),
      estimated: rows(figures, { rehearsed: false, estimated: true }),
      "a fee cap below the chain's current fee": rows(/^Fee/, { gasPrice: 20n * GWEI }),
    });
  });

  it("lists all schemes and calls, and the first founders; without control characters", () => {
    const scheme = { name: "Helper", permissions: "0x00000010" };
    const founders = Array.from({ length: 40 }, (_, index) => ({
      address: `0x${String(index).padStart(40, "0")}`,
      reputation: BigInt(index) * ETHER,
      tokens: index === 0 ? 1_000_000n * ETHER : 0n,
    }));
    const base = { registryOwner: address("a"), stakers: [address("b")] };
    const known = { ...base, stakers: [], stakingToken: address("d") };
    expectGoldenCases(import.meta.dirname, "outline.txt", {
      "40 founders and schemes": outlined({ founders, schemes: Array(40).fill(scheme) }),
      "schemes that exist, and what they call": outlined({
        schemes: [
          { ...scheme, address: address("6") },
          { ...scheme, address: "<Ours>", target: address("7"), votingMachine: address("8") },
        ],
      }),
      "calls, and who votes for others": outlined({
        calls: [
          { contract: "Wallet", function: "mint", args: [address("6"), "\u001b[8m"] },
          { contract: "Wallet", function: "note", args: ["x".repeat(2_000)] },
        ],
        voteOnBehalf: [address("9")],
      }),
      "a base and a demo test": outlined({}, { base, demoFounders: [address("c")] }),
      "a base with a staking token": outlined({}, { base: known }),
    });
  });
});

describe("questions", () => {
  it("say what is sent where, what differs, and what it costs", () => {
    const [step] = PREVIEW.steps;
    const unrehearsed = { ...PREVIEW, rehearsed: false };
    const higher = { cap: 5n * GWEI, price: 10n * GWEI, wanted: 25n * GWEI };
    expectGoldenCases(import.meta.dirname, "questions.txt", {
      send: sendQuestion(PREVIEW, CHAIN),
      "send, estimated": sendQuestion({ ...unrehearsed, estimated: true }, CHAIN),
      "send, unknown": sendQuestion({ ...unrehearsed, steps: [] }, CHAIN),
      diverged: divergenceQuestion("another\nnonce", PREVIEW),
      "diverged before two steps": divergenceQuestion("x", { ...PREVIEW, steps: [step!, step!] }),
      "a higher fee": higherFeeQuestion(higher, CHAIN, { gas: 40_000_000n }),
      "a higher fee, unknown cost": higherFeeQuestion(higher, CHAIN, { gas: undefined }),
    });
  });
});

describe("stepsDocument", () => {
  it("lists every step with its gas and cost, and the contract that it creates", () => {
    const steps = [
      { ...PREVIEW.steps[0]!, cost: ETHER, gasUsed: 1234n, contractAddress: address("a") },
      { ...PREVIEW.steps[0]!, step: "dao/setSchemes" },
    ];
    const text = toTerminal(stepsDocument({ ...PREVIEW, steps }, CHAIN));
    expectGolden(import.meta.dirname, "steps.txt", text);
  });
});
