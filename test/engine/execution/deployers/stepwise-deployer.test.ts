import { expect } from "chai";
import { getAddress, toBeHex, ZeroHash } from "ethers";

import type { Network } from "../../../../src/foundation/chain/networks.js";
import { Target } from "../../../../src/foundation/chain/target.js";
import { StepwiseDeployer } from "../../../../src/engine/execution/deployers/stepwise-deployer.js";
import { callOf, type Planned } from "../../../../src/engine/execution/steps/plan.js";
import { TakenError } from "../../../../src/engine/execution/steps/taken-contracts.js";
import { StepLedger } from "../../../../src/engine/execution/steps/step-ledger.js";
import type { MinedStep } from "../../../../src/engine/execution/steps/step.js";
import type { Warning } from "../../../../src/foundation/support/warning.js";
import { rejected, rejection } from "../../../rejection.js";
import { type Answers, CHAIN, CONTRACT, COUNTER, scripted, VOTER } from "./scripted.js";
import { expectRecorded } from "../../../recorded.js";

const counter = { artifact: COUNTER, address: CONTRACT };
const LOG = { address: CONTRACT, topics: [ZeroHash], data: "0x" };
const mined = (more: Partial<MinedStep> = {}): MinedStep => {
  return { transactionHash: "0xaa", blockNumber: 5, gasUsed: 1n, logs: [LOG], ...more };
};

/** Returns a stepwise deployer that runs its steps with `make`, and the list of planned steps. */
function stepwise(
  answers: Answers = {},
  make: (planned: Planned, ledger: StepLedger) => void = (planned, ledger) => {
    if (planned.kind === "clock") ledger.addClock(planned.step);
    else ledger.add(planned.step, planned.call, mined({ contractAddress: CONTRACT.toLowerCase() }));
  },
  network: Network = CHAIN.network,
) {
  const { provider, asked } = scripted({ eth_estimateGas: () => "0xea60", ...answers });
  const ledger = new StepLedger();
  const plans: Planned[] = [];
  const warnings: Warning[] = [];
  const deployer = new StepwiseDeployer(
    new Target(provider, { chainId: 4 } as Target["chain"]),
    { ...CHAIN, network, canMoveClock: true, onWarning: (warning) => warnings.push(warning) },
    {
      ledger,
      funding: { gasPrice: 2n, dataFee: 0n, fundsOf: async () => await Promise.resolve(0n) },
    },
    async (planned) => {
      plans.push(planned);
      await Promise.resolve();
      make(planned, ledger);
    },
  );
  return { deployer, ledger, plans, asked, warnings };
}

describe("StepwiseDeployer", () => {
  it("asks a contract that a step made until the node has it, longer than one that may not exist", async () => {
    const answers = ["0x", "0x", "0x", "0x", toBeHex(42n, 32)];
    const network = { name: "private", chainId: 31337 };
    const { deployer } = stepwise({ eth_call: () => answers.shift() }, undefined, network);
    expect([...(await deployer.read(counter, "count", [7n]))]).to.deep.equal([42n]);
  });

  it("says that a contract of this migration was taken if a call of it would fail", async () => {
    const { deployer } = stepwise({
      eth_estimateGas: ({ to }: { to?: string }) => {
        if (to !== undefined) throw new Error("can be called only one time");
        return "0xea60";
      },
    });
    const contract = await deployer.deploy("counter", COUNTER);
    const error = await rejection(deployer.send("initialize", contract, "reset"));
    expect(error).to.be.instanceOf(TakenError).and.to.include({ contract: contract.address });
    expect(error.message).to.equal("Step initialize would fail: can be called only one time");
  });

  it("makes a step of a deployment, with the chain's estimate, and returns its address", async () => {
    const { deployer, plans, asked } = stepwise();
    const contract = await deployer.deploy("counter", COUNTER);
    expect(contract).to.deep.equal({ artifact: COUNTER, address: getAddress(CONTRACT) });
    expectRecorded({ plans, asked });
  });

  it("makes a step of a call, as the account that is told, and returns its events", async () => {
    const { deployer, plans, asked } = stepwise();
    await deployer.send("reset", counter, "reset", [], { from: VOTER });
    expect(await deployer.sendForLogs("again", counter, "reset")).to.deep.equal([LOG]);
    expectRecorded({ plans, asked });
  });

  it("does not send again what is on the chain", async () => {
    const { deployer, ledger, plans, asked } = stepwise();
    ledger.add("reset", callOf({ to: CONTRACT, data: "0xd826f88f" }), mined());
    ledger.addClock("wait");
    await deployer.send("reset", counter, "reset");
    await deployer.increaseTime("wait", 60);
    expect([plans, asked]).to.deep.equal([[], []]);
  });

  it("refuses a step that is on the chain with another call", async () => {
    const { deployer, ledger, plans } = stepwise();
    ledger.add("reset", callOf({ to: VOTER, data: "0xd826f88f" }), mined());
    await rejected(deployer.send("reset", counter, "reset"), "Step reset is on the chain (0xaa)");
    expect(plans).to.deep.equal([]);
  });

  it("sends nothing that the chain says would fail", async () => {
    const cause = new Error("execution reverted");
    const { deployer, plans } = stepwise({ eth_estimateGas: () => Promise.reject(cause) });
    const error = await rejection(deployer.send("reset", counter, "reset"));
    const message = "Step reset would fail: execution reverted";
    expect(error).to.include({ message, cause });
    expect(plans).to.deep.equal([]);
  });

  it("fails if a step was not made, or made no contract", async () => {
    const idle = stepwise({}, () => {});
    expect((await rejection(idle.deployer.send("reset", counter, "reset"))).message).to.equal(
      "Step reset was not executed.",
    );
    const empty = stepwise({}, (planned, ledger) => {
      if (planned.kind === "transaction") ledger.add(planned.step, planned.call, mined());
    });
    expect((await rejection(empty.deployer.deploy("counter", COUNTER))).message).to.equal(
      "Step counter created no contract.",
    );
  });

  it("moves the clock by a step of its own", async () => {
    const { deployer, plans } = stepwise();
    expect(deployer.canMoveClock).to.equal(true);
    await deployer.increaseTime("wait", 60);
    expectRecorded(plans);
  });

  it("sends test accounts what they need", async () => {
    const { deployer, plans } = stepwise();
    const needs = [9n, 50n].map((gas) => ({ gas, transactions: 1 }));
    await deployer.fundTestAccounts("fund", needs);
    expectRecorded(plans);
  });

  it("reads events from the block of its first step, or from the start of the chain", async () => {
    const answers = { eth_blockNumber: () => "0x9", eth_getLogs: () => [] };
    const { deployer, ledger, asked } = stepwise(answers);
    await deployer.logs(CONTRACT, [ZeroHash]);
    for (const blockNumber of [9, 10]) {
      ledger.add("one", "", mined({ blockNumber }));
      await deployer.logs(CONTRACT, []);
    }
    expectRecorded(asked);
  });

  it("adds the events of its own steps that a node leaves out, each once", async () => {
    const hash = (digit: string) => `0x${digit.repeat(64)}`;
    const shown = { ...LOG, transactionHash: hash("a"), blockNumber: "0x5", logIndex: "0x0" };
    const answers = { eth_blockNumber: () => "0x9", eth_getLogs: () => [shown] };
    const { deployer, ledger } = stepwise(answers);
    const other = { ...LOG, address: VOTER };
    ledger.add("one", "", mined({ transactionHash: hash("a") }));
    ledger.add("two", "", mined({ transactionHash: hash("b"), logs: [other, LOG] }));
    const found = await deployer.logs(CONTRACT, [ZeroHash]);
    expect(found.map((log) => log.transactionHash)).to.deep.equal([hash("a"), hash("b")]);
  });

  it("passes warnings on to the user", () => {
    const { deployer, warnings } = stepwise();
    const warning = { type: "a warning" } as unknown as Warning;
    deployer.warn(warning);
    expect(warnings).to.deep.equal([warning]);
  });
});
