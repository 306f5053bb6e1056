import { expect } from "chai";

import type { ChainIdentity } from "../../src/chain/identity.js";
import type { MigrationPreview } from "../../src/execution/sending/preview.js";
import type { MigrationOutline } from "../../src/run/outline.js";
import {
  divergenceQuestion,
  higherFeeQuestion,
  previewDocument,
  sendQuestion,
  stepsDocument,
} from "../../src/describe/preview.js";
import { toTerminal } from "../../src/document/to-terminal.js";

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
  rehearsed: true,
  estimated: false,
};
const OUTLINE: MigrationOutline = {
  arcVersion: "0.0.1-rc.57",
  output: "out.json",
  dao: {
    name: "Harbour\n\u001b[8m",
    tokenName: "Harbour Token",
    tokenSymbol: "HT",
    founders: [
      { address: address("1"), reputation: ETHER, tokens: 0n },
      { address: address("2"), reputation: 5n * ETHER, tokens: ETHER },
    ],
    schemes: [{ name: "SchemeRegistrar", permissions: "0x0000001f" }],
    calls: [],
    voteOnBehalf: [],
    accountKeepsPermissions: true,
  },
};

function previewLines(...of: Parameters<typeof previewDocument>): string {
  return toTerminal(previewDocument(...of));
}

describe("previewDocument", () => {
  it("names the DAO, what everybody receives, the account, the cost and the file", () => {
    const lines = previewLines(PREVIEW, CHAIN, OUTLINE).split("\n");
    const row = (label: string, value: string) => `${label.padEnd(12)}  ${value}`;
    expect(lines).to.deep.equal([
      row("DAO", "Harbour \\x1b[8m"),
      row("Token", "Harbour Token (HT)"),
      row("Founders", "2, with 6 reputation, 1 tokens in total"),
      row("", `  ${address("2")}  5 reputation, 1 tokens`),
      row("", `  ${address("1")}  1 reputation, 0 tokens`),
      row("Schemes", "1"),
      row(
        "",
        "  SchemeRegistrar: may mint and burn tokens and reputation, and send the DAO's ether and tokens; register and unregister schemes; add and remove global constraints; upgrade the controller; call any contract in the DAO's name (0x0000001f)",
      ),
      row("At the end", `${address("f")} keeps all permissions in the DAO`),
      row("Arc release", "0.0.1-rc.57"),
      row("Network", "mainnet (chain ID 1)"),
      row("Account", address("f")),
      row("Balance", "1.000000 ETH"),
      row("Transactions", "1, 1,234,567 gas"),
      row("Likely cost", "0.250000 ETH, at 1.25 gwei"),
      row("Maximum cost", "5.000000 ETH, at 12.5 gwei"),
      row("Fee cap", "12.5 gwei; you are asked before any transaction pays more"),
      row("Result file", "out.json"),
    ]);
  });

  it("shows an L2's data fee separately, and says if it is unknown", () => {
    const text = previewLines({ ...PREVIEW, dataFee: ETHER / 50n }, CHAIN, OUTLINE);
    expect(text).to.match(/^Data fee +about 0\.020000 ETH, part of the likely cost$/m);
    const unknown = previewLines({ ...PREVIEW, dataFee: null }, CHAIN, OUTLINE);
    expect(unknown).to.match(/^Data fee +unknown: the chain charges for data/m);
  });

  it("names everybody who receives money, and how much", () => {
    const [step] = PREVIEW.steps;
    const paid = ["3", "4"].map((digit, index) => ({
      ...step!,
      to: address(digit),
      value: BigInt(index + 1) * ETHER,
    }));
    const text = previewLines({ ...PREVIEW, steps: [step!, ...paid] }, CHAIN, OUTLINE);
    expect(text).to.match(/^Sends +3\.000000 ETH to 2 accounts$/m);
    expect(text).to.include(`${address("3")}  1.000000 ETH`);
    expect(text).to.include(`${address("4")}  2.000000 ETH`);
    const [first] = paid;
    expect(previewLines({ ...PREVIEW, steps: [first!, first!] }, CHAIN, OUTLINE)).to.match(
      /^Sends +2\.000000 ETH to 1 account$/m,
    );
  });

  it("says how many steps are on the chain already", () => {
    const row = (stepsDone: number) => previewLines({ ...PREVIEW, stepsDone }, CHAIN, OUTLINE);
    expect(row(1)).to.include("1, 1,234,567 gas, 1 is already on the chain");
    expect(row(2)).to.include("1, 1,234,567 gas, 2 are already on the chain");
  });

  it("says unknown, never 0, if the migration could not be rehearsed", () => {
    const preview = {
      ...PREVIEW,
      steps: [],
      gasUsed: 0n,
      cost: 0n,
      balanceNeeded: 0n,
      rehearsed: false,
    };
    const text = previewLines(preview, CHAIN, OUTLINE);
    const labels = ["Transactions", "Likely cost", "Maximum cost"];
    for (const label of labels) {
      expect(text).to.match(new RegExp(`^${label} +unknown: `, "m"));
    }
    const estimated = { ...PREVIEW, rehearsed: false, estimated: true };
    expect(previewLines(estimated, CHAIN, OUTLINE)).to.include("about 1, 1,234,567 gas");
    expect(sendQuestion(estimated, CHAIN)).to.equal(
      "Send about 1 transaction to mainnet (chain ID 1)?",
    );
    expect(sendQuestion(preview, CHAIN)).to.match(/an unknown number of transactions to mainnet/);
  });
});

describe("a fee cap below the chain's current fee", () => {
  it("is reported, because nothing would be mined", () => {
    const text = previewLines({ ...PREVIEW, gasPrice: 20_000_000_000n }, CHAIN, OUTLINE);
    expect(text).to.match(
      /^Fee cap +12\.5 gwei, but the chain asks for 20 gwei: nothing is mined until that falls$/m,
    );
  });

  it("is raised after a question that shows the cost", () => {
    const higher = { cap: 5n * GWEI, price: 10n * GWEI, wanted: 25n * GWEI };
    expect(higherFeeQuestion(higher, CHAIN, { gas: 40_000_000n })).to.equal(
      "The chain asks for 10 gwei now, and the fee cap is 5 gwei. The remaining steps then cost at most 1.000000 ETH. " +
        "Pay up to 25 gwei?",
    );
    expect(higherFeeQuestion(higher, CHAIN, { gas: undefined })).to.include("is unknown");
  });
});

describe("stepsDocument", () => {
  it("lists every step with its gas and cost, and the contract that it creates", () => {
    const steps = [
      { ...PREVIEW.steps[0]!, cost: ETHER, gasUsed: 1234n, contractAddress: address("a") },
      { ...PREVIEW.steps[0]!, step: "dao/setSchemes" },
    ];
    expect(toTerminal(stepsDocument({ ...PREVIEW, steps }, CHAIN)).split("\n")).to.deep.equal([
      "   step              gas  cost in ETH  contract",
      `1  dao/Avatar      1,234     1.000000  ${address("a")}`,
      "2  dao/setSchemes      1     0.000000",
    ]);
  });
});

describe("divergenceQuestion", () => {
  it("says what differs, and how many steps remain", () => {
    const [step] = PREVIEW.steps;
    expect(divergenceQuestion("another\nnonce", PREVIEW)).to.equal(
      "The chain differs from what was shown: another nonce. Continue with the remaining transaction, as above?",
    );
    expect(divergenceQuestion("x", { ...PREVIEW, steps: [step!, step!] })).to.match(
      /Continue with the remaining 2 transactions, as above\?$/,
    );
  });
});

describe("sendQuestion", () => {
  it("says how many transactions go to which chain", () => {
    expect(sendQuestion(PREVIEW, CHAIN)).to.equal("Send 1 transaction to mainnet (chain ID 1)?");
  });
});
