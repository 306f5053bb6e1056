import { join } from "node:path";

import { expect } from "chai";
import { Interface, parseEther, toBeHex, ZeroHash } from "ethers";

import { toTerminal } from "../../../src/output/document/to-terminal.js";
import { toMarkdown } from "../../../src/output/document/to-markdown.js";
import { simulationBlocks, simulationDocument } from "../../../src/output/describe/simulation.js";
import { parseDraft } from "../../../src/operations/simulate/drafts/draft.js";
import { findProposal } from "../../../src/operations/simulate/find-proposal.js";
import { openSession, type Session } from "../../../src/operations/simulate/session.js";
import { simulateDraft, simulateOn } from "../../../src/operations/simulate/simulate-proposal.js";
import type { Simulation } from "../../../src/operations/simulate/simulation.js";
import { runtimeCodes } from "../../compile-source.js";
import { account } from "../../engine/inspect/sample-inspection.js";
import { factsOf } from "./facts-of.js";
import { openTrapDao, type TrapDao } from "./trap-dao.js";
import { expectRecorded } from "../../recorded.js";

const SOMEBODY = account(77);

type Name = "Silent" | "Refuses" | "Lies" | "Nft" | "Passes";
const AT: Readonly<Record<Name, string>> = {
  ...{ Silent: account(81), Refuses: account(82), Lies: account(83) },
  ...{ Nft: account(84), Passes: account(85) },
};
/** A contract that does nothing, a proxy for it (ERC-1167), and one that destroys itself. */
const [STOPS, PROXY, DESTROYS] = [account(86), account(87), account(88)];
const CODES = {
  [STOPS]: "0x00",
  [PROXY]: `0x363d3d373d3d3d363d73${STOPS.slice(2)}5af43d82803e903d91602b57fd5bf3`,
  [DESTROYS]: "0x33ff",
};
const FUNCTIONS = new Interface([
  "function mint(address to, uint256 amount)",
  "function transfer(address to, uint256 amount)",
  "function approve(address spender, uint256 amount)",
  "function safeTransferFrom(address from, address to, uint256 tokenId)",
  "function setApprovalForAll(address operator, bool approved)",
  "function many(uint256 times)",
]);
const data = (name: string, ...args: readonly unknown[]): string =>
  FUNCTIONS.encodeFunctionData(name, args);

describe("calls that do more, less or something other than they seem to", () => {
  let trap: TrapDao;
  let session: Session;
  let other: string;
  let votes: string;

  before(async () => {
    trap = await openTrapDao();
    const { dao, deployer } = trap;
    for (const [name, code] of Object.entries(
      runtimeCodes<Name>(join(import.meta.dirname, "strange-calls.sol")),
    )) {
      await trap.ask("hardhat_setCode", AT[name as Name], code);
    }
    for (const each of Object.entries(CODES)) await trap.ask("hardhat_setCode", ...each);
    for (const [to, amount] of [
      [AT.Silent, 100n],
      [AT.Nft, 7n],
    ] as const) {
      const call = { from: deployer.account, to, data: data("mint", dao.Avatar, amount) };
      await trap.ask("eth_sendTransaction", call);
    }
    // The avatar holds reputation, with which it can vote itself.
    const minted = [parseEther("10"), dao.Avatar, dao.Avatar];
    await trap.send("Controller", dao.Controller, "registerScheme", [
      ...[deployer.account, ZeroHash, "0x0000001f", dao.Avatar],
    ]);
    await trap.send("Controller", dao.Controller, "mintReputation", minted);
    other = await trap.proposeEther(1n, SOMEBODY);
    const vote = trap.encode("GenesisProtocol", "vote", [other, 1n, 0n, dao.Avatar]);
    const calls = [[trap.base.GenesisProtocol], [vote], [0n]];
    votes = await trap.propose("GenericSchemeMultiCall", "proposeCalls", calls);
    session = await openSession(trap.provider, dao.Avatar);
  });
  after(async () => {
    await session.chain.close();
    trap.close();
  });

  async function simulateCalls(...calls: readonly { to: string; data: string }[]) {
    const input = { kind: "calls" as const, through: trap.multiCall, calls };
    return await simulateDraft(session, parseDraft(input, "it"), { alone: true });
  }
  const simulate = async (...calls: readonly (readonly [Name, string])[]) =>
    await simulateCalls(...calls.map(([name, call]) => ({ to: AT[name], data: call })));
  const shown = (simulation: Simulation): string =>
    simulationBlocks(simulation, session.inspection)
      .map((each) => toTerminal(each))
      .join("\n");

  it("says that the avatar votes on another proposal, and tries both together", async () => {
    const proposal = findProposal(session.inspection, votes);
    const simulation = await simulateOn(session, proposal, {});
    expectRecorded(factsOf(simulation));
    expect(shown(simulation)).to.include(`_proposalId: ${other}`);
  });

  it("warns of calls of what has no code, of unknown and foreign code, and of code that destroys itself", async () => {
    const called = [SOMEBODY, STOPS, PROXY, DESTROYS].map((to) => ({ to, data: "0xb11bead4" }));
    expectRecorded(factsOf(await simulateCalls(...called)));
  });

  it("does not know what a precompile does that only some chains have", async () => {
    const toAnotherChain = { to: toBeHex(100, 20), data: "0x928c169a" };
    expectRecorded(factsOf(await simulateCalls(toAnotherChain)));
  });

  for (const [name, what] of [
    ["Refuses", "returns false"],
    ["Lies", "moves nothing"],
  ] as const) {
    it(`does not say that a transfer was made if the token ${what}`, async () => {
      expectRecorded(factsOf(await simulate([name, data("transfer", SOMEBODY, 5n)])));
    });
  }

  it("shows what a token without events loses, and an NFT that leaves", async () => {
    expectRecorded(factsOf(await simulate(["Silent", data("transfer", SOMEBODY, 60n)])));
    const move = data("safeTransferFrom", trap.dao.Avatar, SOMEBODY, 7n);
    const nft = await simulate(["Nft", move]);
    expectRecorded(factsOf(nft));
    expect(shown(nft)).to.match(/Transfer\(.*tokenId: 7\), a guess/);
    expect(shown(nft)).to.match(/-1 +0\n/);
  });

  it("says which call undoes which, and decodes operators and spenders", async () => {
    const approve = (amount: bigint) => ["Silent", data("approve", SOMEBODY, amount)] as const;
    const operator = ["Nft", data("setApprovalForAll", SOMEBODY, true)] as const;
    expectRecorded(factsOf(await simulate(operator, approve(50n), approve(0n))));
  });

  it("sums up thousands of calls, and begins with what matters", async () => {
    const refused = ["Refuses", data("transfer", SOMEBODY, 5n)] as const;
    const simulation = await simulate(["Passes", data("many", 500n)], refused);
    const view = { chain: { name: "x" }, withCalls: true };
    const document = simulationDocument(simulation, session.inspection, view);
    for (const text of [toTerminal(document), toMarkdown(document)]) {
      expect(text.split("\n").length).to.be.below(250);
      expect(text).to.match(/490 more calls \(the JSON has them all\)/);
    }
    const first = toTerminal(document).split("\n").slice(0, 25).join("\n");
    for (const title of ["Who gains", "Does it pass?", "Does it do what it says?"]) {
      expect(first).to.include(title);
    }
  });
});
