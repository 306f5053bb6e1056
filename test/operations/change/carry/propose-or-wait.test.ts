import { expect } from "chai";
import { Interface } from "ethers";

import type {
  Inspection,
  ProposalDescription,
  ProposalRequest,
} from "../../../../src/engine/inspect/description.js";
import type { Deployer } from "../../../../src/engine/migration/deployer.js";
import { submitProposals } from "../../../../src/operations/change/carry/propose-or-wait.js";
import type { NeededProposal } from "../../../../src/operations/change/decide/proposal-order.js";
import { strayWarnings } from "../../../../src/operations/change/decide/warn-of-proposals.js";
import { parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import { account, sampleInspection, scheme } from "../../../engine/inspect/sample-inspection.js";
import { noReward } from "../../../engine/inspect/sample-reward.js";

const [ANNE, TARGET, REWARDS, CALLS, AVATAR] = [20, 30, 6, 8, 1].map(account);
const ID = "1d".repeat(32);

/** Submits a proposal that the DAO has already, at this stage. */
async function submit(
  stage: "passed" | "to be executed" | "rejected",
  draft: object,
  requests: object,
  proposal: Partial<ProposalDescription> = {},
  first: readonly NeededProposal[] = [],
) {
  const calls = { address: CALLS!, code: "arc", name: "GenericScheme", releases: ["0.0.1-rc.57"] };
  const dao = sampleInspection();
  const [sample] = dao.proposals as readonly ProposalDescription[];
  const made = {
    ...sample!,
    ...{ id: `0x${ID}`, progress: { stage }, requests: requests as ProposalRequest, ...proposal },
  };
  const start: Inspection = {
    ...dao,
    proposals: [made],
    schemes: [...dao.schemes, scheme(calls as Parameters<typeof scheme>[0], "0x00000011")],
  };
  const sent: string[] = [];
  const deployer = {
    async send(step, { address, artifact }, selector, args) {
      const data = new Interface(artifact.abi).encodeFunctionData(selector as string, [...args!]);
      await Promise.resolve(sent.push(`${step} ${address} ${data}`));
    },
  } as Partial<Deployer> as Deployer;
  const needed = { key: "it", draft: parseDraft(draft, "it"), why: "", stage: "assets" } as const;
  const all = [...first, needed];
  const handled = (await submitProposals(deployer, all, start, {})).at(-1);
  return { handled, sent, warnings: strayWarnings(start, all) };
}

/** Submits a proposal that was accepted. Returns what is sent. */
async function carryOut(...given: Parameters<typeof submit>) {
  const { handled, sent } = await submit(...given);
  expect(handled).to.include({ outcome: "executed", id: `0x${ID}` });
  return sent;
}

const word = (text: string): string => text.replace("0x", "").toLowerCase().padStart(64, "0");

const reward = [
  { kind: "reward", beneficiary: ANNE, reputation: "2" },
  { ...noReward(ANNE!), reputation: `2${"0".repeat(18)}` },
] as const;

describe("submitProposals, of what was accepted", () => {
  it("executes it in its voting machine", async () => {
    const [step, address, data] = (await carryOut("to be executed", ...reward))[0]!.split(" ");
    expect(step).to.equal(`change/execute/0x${ID}/machine`);
    expect(address).to.equal(account(5));
    // execute(bytes32)
    expect(data).to.equal(`0xe751f271${ID}`);
  });

  it("pays what a reward asks for, and nothing else", async () => {
    const flags = [1, 0, 0, 0].map((flag) => word(String(flag))).join("");
    // redeem(bytes32,address,bool[4])
    expect(await carryOut("passed", ...reward)).to.deep.equal([
      `change/execute/0x${ID}/redeem ${REWARDS} 0xd58bf09a${ID}${word(AVATAR!)}${flags}`,
    ]);
  });

  it("makes the calls of the scheme that it was proposed in", async () => {
    const draft = { kind: "calls", calls: [{ to: TARGET, data: "0xab" }] };
    const requests = {
      kind: "calls",
      calls: [{ to: { address: TARGET }, data: "0xab", value: "0" }],
    };
    expect(await carryOut("passed", draft, requests, { scheme: CALLS })).to.deep.equal([
      `change/execute/0x${ID}/scheme ${CALLS} 0xe751f271${ID}`,
    ]);
  });
});

describe("submitProposals, of what was proposed too early", () => {
  it("does not execute it before what has to be done first, and warns of it", async () => {
    const constraint = { kind: "removeGlobalConstraint", constraint: TARGET };
    const first = { key: "first", draft: parseDraft(constraint, "it"), why: "" } as const;
    const early = [{ ...first, stage: "constraints" }] as const;
    for (const stage of ["passed", "to be executed"] as const) {
      const { handled, sent, warnings } = await submit(stage, ...reward, {}, early);
      expect(handled).to.include({ outcome: "waits", reason: "first" });
      expect(sent).to.deep.equal([]);
      const [warning] = warnings;
      expect(warning?.what).to.match(
        new RegExp(`0x${ID}, made by .* is passed, although this has to be done first: first`),
      );
    }
    const { handled, sent, warnings } = await submit("to be executed", ...reward);
    expect([handled?.outcome, sent.length, warnings.length]).to.deep.equal(["executed", 1, 0]);
  });
});

describe("strayWarnings", () => {
  it("name open proposals that change who may do what, unless the file asks for them", () => {
    const dao = sampleInspection();
    const [sample] = dao.proposals as readonly ProposalDescription[];
    const contract = { address: TARGET, code: "unknown" };
    const said = (requests: object, stage: "open" | "rejected", draft?: object) => {
      const proposal = { ...sample!, progress: { stage }, requests: requests as ProposalRequest };
      const asked = { key: "it", why: "", stage: "removals" } as const;
      const needed = draft === undefined ? [] : [{ ...asked, draft: parseDraft(draft, "it") }];
      return strayWarnings({ ...dao, proposals: [proposal] }, needed).map(({ what }) => what);
    };
    const unregisters = { kind: "unregisterScheme", scheme: contract };
    const constrains = { kind: "addGlobalConstraint", constraint: contract };
    expect(said(unregisters, "open").join()).to.include(
      `, unregisters a contract of unknown code ${TARGET}, which the file does not ask for.`,
    );
    expect(said(constrains, "open").join()).to.include(", adds the global constraint a contract");
    expect(said(constrains, "rejected")).to.deep.equal([]);
    expect(said(unregisters, "open", { ...unregisters, scheme: TARGET })).to.deep.equal([]);
  });
});

describe("submitProposals, of what was rejected", () => {
  it("does not propose it once more", async () => {
    const { handled, sent } = await submit("rejected", ...reward);
    expect(handled).to.include({ outcome: "failed", id: `0x${ID}` });
    expect(sent).to.deep.equal([]);
  });
});
