import { expect } from "chai";

import { RehearsalDeployer } from "../../../../src/engine/execution/deployers/rehearsal-deployer.js";
import type { MigrationEvent } from "../../../../src/engine/execution/steps/event.js";
import { callOf, codeHash, type PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { TakenError } from "../../../../src/engine/execution/steps/taken-or-lost.js";
import { StepLedger } from "../../../../src/engine/execution/steps/step-ledger.js";
import { MigrationError } from "../../../../src/foundation/support/errors.js";
import { rejection } from "../../../rejection.js";
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
  const sent = () =>
    asked.flatMap(({ method, params }) => (method === "eth_sendTransaction" ? params : []));
  return { deployer, ledger, asked, events, sent };
}

describe("RehearsalDeployer", () => {
  it("runs a deployment on the fork, and plans it with the gas that it used and its code", async () => {
    const contractAddress = CONTRACT;
    const { deployer, events, sent } = rehearsal({
      eth_getTransactionReceipt: () => ({ ...RECEIPT, contractAddress, logs: [LOG] }),
    });
    expect((await deployer.deploy("counter", COUNTER)).address).to.match(/^0xC0c0/i);
    expect(sent()).to.deep.equal([
      { from: ACCOUNT, data: "0x6001", value: "0x0", gasPrice: "0x5af3107a4000", gas: "0x4c4b40" },
    ]);
    expect(deployer.plan).to.deep.equal([
      {
        kind: "transaction",
        step: "counter",
        from: ACCOUNT,
        data: "0x6001",
        value: 0n,
        call: callOf({ data: "0x6001" }),
        gas: 60_000n,
        gasUsed: 60_000n,
        logs: [LOG],
        codes: [{ address: CONTRACT, hash: codeHash(`0x60${CONTRACT.slice(2)}`) }],
        contractAddress,
        restsOn: undefined,
        wave: 0,
      },
    ]);
    expect(events).to.deep.equal([{ type: "rehearsing", step: "counter", count: 1 }]);
  });

  it("plans a call with three tenths more gas than it used, for refunds and nested calls", async () => {
    const { deployer, sent, events } = rehearsal();
    await deployer.send("reset", counter, "reset");
    await deployer.send("again", counter, "reset", [], { from: VOTER });
    expect(sent()[0]).to.include({ from: ACCOUNT, to: CONTRACT, data: RESET });
    const [plan, next] = deployer.plan as PlannedStep[];
    expect(plan).to.deep.equal({
      kind: "transaction",
      step: "reset",
      from: ACCOUNT,
      to: CONTRACT,
      data: RESET,
      value: 0n,
      call: callOf({ to: CONTRACT, data: RESET }),
      gas: 78_000n,
      gasUsed: 60_000n,
      logs: [],
      restsOn: undefined,
      wave: 0,
    });
    expect(next).to.include({ from: VOTER, wave: 1 });
    expect(events.map((event) => "count" in event && event.count)).to.deep.equal([1, 2]);
  });

  it("takes every contract that emitted an event for one that the step created, if its events are read", async () => {
    const logs = [LOG, { ...LOG, address: CONTRACT }, LOG];
    const { deployer } = rehearsal({ eth_getTransactionReceipt: () => ({ ...RECEIPT, logs }) });
    expect(await deployer.sendForLogs("forge", counter, "reset")).to.deep.equal(logs);
    await deployer.send("reset", counter, "reset");
    const [read, unread] = deployer.plan as PlannedStep[];
    expect(read!.wantsLogs).to.equal(true);
    expect(read!.codes).to.deep.equal(
      [VOTER, CONTRACT].map((address) => ({ address, hash: codeHash(`0x60${address.slice(2)}`) })),
    );
    expect(unread).to.not.have.any.keys("codes", "wantsLogs", "contractAddress");
  });

  it("gives each sender its funds on the fork once", async () => {
    const { deployer, asked } = rehearsal();
    for (const from of [ACCOUNT, VOTER, ACCOUNT]) {
      await deployer.send(`reset by ${from}`, counter, "reset", [], { from });
    }
    const prepared = asked.filter(({ method }) => method.startsWith("hardhat_"));
    expect(prepared).to.deep.equal(
      [ACCOUNT, VOTER].flatMap((account) => [
        { method: "hardhat_impersonateAccount", params: [account] },
        { method: "hardhat_setBalance", params: [account, "0x33b2e3c9fd0803ce8000000"] },
      ]),
    );
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
    const error = await rejection(deployer.send("reset", counter, "reset"));
    expect(error).to.be.instanceOf(MigrationError);
    expect(error.message).to.equal("Step reset failed in the rehearsal: execution reverted");
    expect(error.cause).to.equal(refused);
    expect([deployer.plan, events]).to.deep.equal([[], []]);
  });

  it("says what to do about a chain that allows too little gas, or has rules that are too old", async () => {
    for (const [reason, isOld, advice] of [
      [
        "Transaction ran out of gas",
        false,
        /\. It needs more than \d+ gas, .* Use a chain that allows more/,
      ],
      [
        "invalid opcode",
        true,
        /\. The chain follows rules from before Constantinople, .* Use a chain with newer rules/,
      ],
      ["invalid opcode", false, /invalid opcode$/],
    ] as const) {
      const eth_sendTransaction = () => {
        throw new Error(reason);
      };
      const { deployer } = rehearsal({ eth_sendTransaction }, isOld);
      const { message } = await rejection(deployer.send("reset", counter, "reset"));
      expect(message).to.match(advice);
    }
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
    const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;
    const { deployer } = rehearsal({
      eth_getTransactionReceipt: () => ({ ...RECEIPT, contractAddress: CONTRACT }),
      eth_getBlockByNumber: (tag: string) =>
        tag === "latest"
          ? { number: "0x9", timestamp: "0x70" }
          : { number: "0x5", timestamp: "0x60" },
      eth_call: ({ data }: { data: string }) => word(data === "0x8da5cb5b" ? 0xabcdefn : 0x65n),
    });
    const contract = await deployer.deploy("deploy", artifact);
    await deployer.send("initialize", contract, "reset");
    await deployer.send("register", { ...counter, address: VOTER }, "reset", [], {
      final: "schemes",
    });
    await deployer.send("goodbye", { ...counter, address: VOTER }, "reset", [], {
      final: "goodbye",
    });
    const [, , register, goodbye] = deployer.plan as PlannedStep[];
    expect(register!.restsOn).to.deep.equal([
      {
        address: CONTRACT,
        contractName: "Counter",
        code: codeHash(`0x60${CONTRACT.slice(2)}`),
        // Not the time at which it was set up, which is another one on the chain.
        values: [{ name: "owner", data: "0x8da5cb5b", result: word(0xabcdefn) }],
      },
    ]);
    expect(goodbye!.restsOn).to.deep.equal([]);
    expect(deployer.plan.map(({ wave }) => wave)).to.deep.equal([0, 0, 1, 2]);
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
    expect(deployer.plan[1]).to.deep.equal({ kind: "clock", step: "wait", seconds: 60, wave: 1 });
    expect(deployer.plan.map(({ wave }) => wave)).to.deep.equal([0, 1, 2]);
    expect(asked.filter(({ method }) => method.startsWith("evm_"))).to.deep.equal([
      { method: "evm_increaseTime", params: [60] },
      { method: "evm_mine", params: [] },
    ]);
  });

  it("plans what test accounts need as transfers", async () => {
    const { deployer, sent } = rehearsal();
    await deployer.fundTestAccounts("fund", [
      { gas: 9n, transactions: 1 },
      { gas: 50n, transactions: 1 },
    ]);
    expect(sent()).to.have.length(1);
    expect(sent()[0]).to.include({ from: ACCOUNT, to: VOTER, data: "0x", value: "0x64" });
    expect(deployer.plan[0]).to.include({ step: "fund/1", value: 100n });
  });

  it("reads events from the first step on the target, or from the fork block", async () => {
    const { deployer, ledger, asked } = rehearsal({
      eth_blockNumber: () => "0x9",
      eth_getLogs: () => [],
    });
    await deployer.logs(CONTRACT, []);
    ledger.add("one", "", { transactionHash: "0x", blockNumber: 3, gasUsed: 1n, logs: [] });
    await deployer.logs(CONTRACT, []);
    const from = asked.flatMap(({ method, params: [query] }) =>
      method === "eth_getLogs" ? [(query as { fromBlock: string }).fromBlock] : [],
    );
    expect(from).to.deep.equal(["0x5", "0x3"]);
  });
});
