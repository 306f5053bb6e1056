import { expect } from "chai";
import { getCreateAddress, toBeHex } from "ethers";

import { RehearsalDeployer } from "../../../../src/engine/execution/deployers/rehearsal-deployer.js";
import type { MigrationEvent } from "../../../../src/engine/execution/steps/event.js";
import { callOf, type PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { TakenError } from "../../../../src/engine/execution/steps/taken-contracts.js";
import { StepLedger } from "../../../../src/engine/execution/steps/step-ledger.js";
import { MigrationError } from "../../../../src/foundation/support/errors.js";
import { rejected, rejection } from "../../../rejection.js";
import {
  ACCOUNT,
  type Answers,
  CHAIN,
  CONTRACT,
  COUNTER,
  receiptAt,
  scripted,
  VOTER,
} from "./scripted.js";
import { expectRecorded } from "../../../recorded.js";

const counter = { artifact: COUNTER, address: CONTRACT };
const RESET = "0xd826f88f";
const LOG = { address: VOTER, topics: [], data: "0x" };
/** The receipt of a transaction that used 60,000 gas. */
const RECEIPT = receiptAt(7, { gasUsed: "0xea60" });

/** Returns a rehearsal on a scripted fork of block 5. */
function rehearsal(answers: Answers = {}, hasOldestRules = false) {
  const { provider, asked } = scripted({
    eth_sendTransaction: () => "0x7",
    eth_getTransactionReceipt: (hash: string) => (hash === "0x7" ? RECEIPT : null),
    eth_getCode: (address: string) => `0x60${address.slice(2)}`,
    hardhat_impersonateAccount: () => true,
    hardhat_setBalance: () => true,
    evm_increaseTime: () => "0x0",
    evm_mine: () => "0x0",
    ...answers,
  });
  const ledger = new StepLedger();
  const events: MigrationEvent[] = [];
  const deployer = new RehearsalDeployer(
    { provider, block: 5, hasOldestRules },
    { ...CHAIN, canMoveClock: true },
    {
      ledger,
      funding: { gasPrice: 2n, dataFee: 0n, fundsOf: async () => await Promise.resolve(0n) },
      onEvent: (event) => events.push(event),
    },
  );
  return { deployer, ledger, asked, events };
}

describe("RehearsalDeployer", () => {
  it("runs a deployment on the fork, and plans it with the gas that it used and its code", async () => {
    const { deployer, events, asked } = rehearsal({
      eth_getTransactionReceipt: () => ({ ...RECEIPT, contractAddress: CONTRACT, logs: [LOG] }),
    });
    expect((await deployer.deploy("counter", COUNTER)).address).to.match(/^0xC0c0/i);
    expectRecorded({ plan: deployer.plan, events, asked });
  });

  it("plans a call with three tenths more gas than it used, for refunds and nested calls", async () => {
    const { deployer, asked, events } = rehearsal();
    await deployer.send("reset", counter, "reset");
    await deployer.send("again", counter, "reset", [], { from: VOTER });
    expectRecorded({ plan: deployer.plan, events, asked });
  });

  it("takes every contract that emitted an event for one that the step created, if its events are read", async () => {
    const logs = [LOG, { ...LOG, address: CONTRACT }, LOG];
    const { deployer } = rehearsal({ eth_getTransactionReceipt: () => ({ ...RECEIPT, logs }) });
    expect(await deployer.sendForLogs("forge", counter, "reset")).to.deep.equal(logs);
    await deployer.send("reset", counter, "reset");
    expectRecorded(deployer.plan);
  });

  it("gives each sender its funds on the fork once", async () => {
    const { deployer, asked } = rehearsal();
    for (const from of [ACCOUNT, VOTER, ACCOUNT]) {
      await deployer.send(`reset by ${from}`, counter, "reset", [], { from });
    }
    expectRecorded(asked.filter(({ method }) => method.startsWith("hardhat_")));
  });

  it("does not run what is on the target, unless its call changed", async () => {
    const { deployer, ledger, asked } = rehearsal();
    const mined = { transactionHash: "0xaa", blockNumber: 3, gasUsed: 1n, logs: [LOG] };
    ledger.add("reset", callOf({ to: CONTRACT, data: RESET }), mined);
    ledger.add("changed", callOf({ to: VOTER, data: RESET }), mined);
    ledger.addClock("wait");
    expect(await deployer.sendForLogs("reset", counter, "reset")).to.deep.equal([LOG]);
    await deployer.increaseTime("wait", 60);
    expect([asked, deployer.plan]).to.deep.equal([[], []]);
    await deployer.send("changed", counter, "reset");
    expect(deployer.plan.map(({ step }) => step)).to.deep.equal(["changed"]);
  });

  it("says which step failed and why, and plans nothing", async () => {
    const refused = new Error("execution reverted");
    const { deployer, events } = rehearsal({
      eth_sendTransaction: () => {
        throw refused;
      },
    });
    const error = await rejected(deployer.send("reset", counter, "reset"), MigrationError);
    expect(error.message).to.equal("Step reset failed in the rehearsal: execution reverted");
    expect(error.cause).to.equal(refused);
    expect([deployer.plan, events]).to.deep.equal([[], []]);
  });

  for (const [reason, isOld] of [
    ["Transaction ran out of gas", false],
    ["invalid opcode", true],
    ["invalid opcode", false],
  ] as const) {
    it(`says what to do about ${reason} on a chain with ${isOld ? "rules that are too old" : "today's rules"}`, async () => {
      const eth_sendTransaction = () => {
        throw new Error(reason);
      };
      const { deployer } = rehearsal({ eth_sendTransaction }, isOld);
      expectRecorded((await rejection(deployer.send("reset", counter, "reset"))).message);
    });
  }

  it("says that the node is wrong about a nonce with which the account has made a contract", async () => {
    const { deployer } = rehearsal({
      eth_sendTransaction: () => {
        throw new Error("Transaction reverted without a reason string");
      },
      eth_getTransactionCount: () => "0x3",
    });
    const { message } = await rejection(deployer.deploy("counter", COUNTER));
    expect(message).to.include(`next nonce of ${ACCOUNT} is 2, but`);
    expect(message).to.include(`${getCreateAddress({ from: ACCOUNT, nonce: 2 })}. Run`);
    const failing = () => {
      throw new Error("header not found");
    };
    const other = rehearsal({ eth_sendTransaction: failing, eth_getTransactionCount: () => "0x3" });
    expect((await rejection(other.deployer.deploy("counter", COUNTER))).message).to.equal(
      "Step counter failed in the rehearsal: header not found",
    );
  });

  it("attaches the state of what was set up to the final step that rests on it", async () => {
    const view = { type: "function", name: "owner", stateMutability: "view", inputs: [] };
    const artifact = {
      ...COUNTER,
      abi: [
        ...COUNTER.abi,
        { ...view, outputs: [{ name: "", type: "address" }] },
        { ...view, name: "since", outputs: [{ name: "", type: "uint256" }] },
      ],
    };
    const { deployer } = rehearsal({
      eth_getTransactionReceipt: () => ({ ...RECEIPT, contractAddress: CONTRACT }),
      eth_getBlockByNumber: (tag: string) =>
        tag === "latest"
          ? { number: "0x9", timestamp: "0x70" }
          : { number: "0x5", timestamp: "0x60" },
      // The time at which it was set up is another one on the chain.
      eth_call: ({ data }: { data: string }) =>
        toBeHex(data === "0x8da5cb5b" ? 0xabcdefn : 0x65n, 32),
    });
    const contract = await deployer.deploy("deploy", artifact);
    await deployer.send("initialize", contract, "reset");
    const other = { ...counter, address: VOTER };
    await deployer.send("register", other, "reset", [], { final: "schemes" });
    await deployer.send("goodbye", other, "reset", [], { final: "goodbye" });
    const plan = deployer.plan as PlannedStep[];
    expectRecorded(plan.map(({ step, wave, restsOn }) => ({ step, wave, restsOn })));
  });

  it("says that a contract of this migration was taken if a call of it fails", async () => {
    const { deployer, ledger } = rehearsal({
      eth_sendTransaction: () => {
        throw new Error("can be called only one time");
      },
    });
    const made = { transactionHash: "0xaa", blockNumber: 3, gasUsed: 1n, logs: [] };
    ledger.add("deploy", callOf({ data: "0x6001" }), { ...made, contractAddress: CONTRACT });
    const contract = await deployer.deploy("deploy", COUNTER);
    const error = await rejection(deployer.send("initialize", contract, "reset"));
    expect(error).to.be.instanceOf(TakenError).and.to.include({ contract: contract.address });
  });

  it("goes on if a final step cannot be done again as it should be, and remembers it", async () => {
    const { deployer, ledger } = rehearsal({
      eth_sendTransaction: () => {
        throw new Error("no permission");
      },
    });
    const mined = { transactionHash: "0xaa", blockNumber: 3, gasUsed: 1n, logs: [] };
    ledger.add("register", callOf({ to: VOTER, data: RESET }), mined);
    await deployer.send("register", counter, "reset", [], { final: "schemes" });
    expect(deployer.spoiled).to.have.length(1);
    expect(deployer.spoiled[0]).to.match(/^Step register is on the chain, .*: no permission\.$/);
    expect(deployer.plan).to.deep.equal([]);
  });

  it("moves the fork's clock, and plans that in a wave of its own", async () => {
    const { deployer, asked } = rehearsal();
    expect(deployer.canMoveClock).to.equal(true);
    await deployer.send("one", counter, "reset");
    await deployer.increaseTime("wait", 60);
    await deployer.send("two", counter, "reset");
    expectRecorded([...deployer.plan, ...asked.filter(({ method }) => method.startsWith("evm_"))]);
  });

  it("plans what test accounts need as transfers", async () => {
    const { deployer, asked } = rehearsal();
    await deployer.fundTestAccounts("fund", [
      { gas: 9n, transactions: 1 },
      { gas: 50n, transactions: 1 },
    ]);
    expectRecorded({ plan: deployer.plan, asked });
  });

  it("reads events from the first step on the target, or from the fork block", async () => {
    const { deployer, ledger, asked } = rehearsal({
      eth_blockNumber: () => "0x9",
      eth_getLogs: () => [],
    });
    await deployer.logs(CONTRACT, []);
    ledger.add("one", "", { transactionHash: "0x", blockNumber: 3, gasUsed: 1n, logs: [] });
    await deployer.logs(CONTRACT, []);
    expectRecorded(asked);
  });
});
