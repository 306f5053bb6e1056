import { expect } from "chai";
import { Interface, keccak256, parseEther, toUtf8Bytes } from "ethers";

import { Governance } from "../../../fixtures/governance/governance.js";
import type { GovernanceContext } from "../../../fixtures/governance/context.js";
import { knownAbi } from "../../../src/foundation/arc/known-abis.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import {
  encodeProposal,
  PROPOSAL_KINDS,
  type ProposalContent,
} from "../../../src/engine/governance/proposal-kinds.js";
import type { FunctionCall } from "../../../src/engine/governance/function-call.js";
import type { ContractDescription } from "../../../src/engine/inspect/description.js";
import { artifactOf } from "../../../src/engine/inspect/reading/identify.js";
import { parseDraft, type DraftInput } from "../../../src/operations/simulate/drafts/draft.js";
import { encodeDraft } from "../../../src/operations/simulate/drafts/propose.js";
import { expectGolden } from "../../golden.js";
import { rejected } from "../../rejection.js";
import { account, scheme, sampleInspection } from "../inspect/sample-inspection.js";

const inspection = sampleInspection();
const AVATAR = inspection.avatar.address;
const [SOMEBODY, TOKEN, SCHEME] = [account(77), account(9), account(40)];
const HASH = `0x${"12".repeat(32)}`;
const DATA = "0x12345678ab";
const description = "A demo proposal: the same";

/** A proposal as each of them takes it; absent for those that do not make its kind. */
interface Case {
  readonly content: ProposalContent;
  readonly draft?: DraftInput;
  readonly fixture?: (governance: Governance) => Promise<unknown>;
}

const TEN = parseEther("10");
const REWARD = { beneficiary: SOMEBODY, tokens: TEN, reputation: TEN };

type Method = Extract<keyof Governance, `propose${string}`>;
/** Kinds that all describe with the same fields, and the fixtures' methods for them. */
const ALIKE: Readonly<Record<string, readonly [Method, object]>> = {
  registerScheme: [
    "proposeScheme",
    { scheme: SOMEBODY, permissions: "0x00000010", paramsHash: HASH },
  ],
  unregisterScheme: ["proposeSchemeRemoval", { scheme: SOMEBODY }],
  addGlobalConstraint: [
    "proposeGlobalConstraint",
    { constraint: SOMEBODY, voteToRemoveParams: HASH },
  ],
  removeGlobalConstraint: ["proposeGlobalConstraintRemoval", { constraint: SOMEBODY }],
  upgradeController: ["proposeUpgrade", { controller: SOMEBODY }],
};

const CASES: readonly Case[] = [
  {
    content: { kind: "reward", ...REWARD },
    draft: { kind: "reward", beneficiary: SOMEBODY, tokens: "10", reputation: "10", description },
    fixture: (governance) => governance.proposeReward({ ...REWARD, description }),
  },
  {
    content: {
      kind: "reward",
      beneficiary: SOMEBODY,
      reputation: -1n,
      ether: 2n * 10n ** 18n,
      externalToken: TOKEN,
      externalTokens: 3n * 10n ** 18n,
      periods: 4n,
      periodLength: 5n,
    },
    draft: {
      kind: "reward",
      beneficiary: SOMEBODY,
      reputation: "-0.000000000000000001",
      ether: "2",
      externalToken: TOKEN,
      externalTokens: "3",
      periods: 4,
      periodLength: 5,
      description,
    },
  },
  {
    content: { kind: "call", data: DATA, value: 1n },
    draft: {
      kind: "calls",
      calls: [{ to: TOKEN, data: DATA, value: "0.000000000000000001" }],
      description,
    },
    fixture: (governance) => governance.proposeCall({ data: DATA, value: 1n, description }),
  },
  {
    content: {
      kind: "calls",
      calls: [
        { to: TOKEN, data: DATA, value: 0n },
        { to: SOMEBODY, data: "0x", value: 10n ** 18n },
      ],
    },
    draft: {
      kind: "calls",
      calls: [
        { to: TOKEN, data: DATA },
        { to: SOMEBODY, value: "1" },
      ],
      description,
    },
  },
  ...Object.entries(ALIKE).map(([kind, [method, request]]) => ({
    content: { kind, ...request } as ProposalContent,
    draft: { kind, ...request, description } as DraftInput,
    fixture: (governance: Governance) => governance[method]({ ...request, description } as never),
  })),
  {
    content: { kind: "changeUpgradeScheme", scheme: SOMEBODY, paramsHash: HASH },
    fixture: (governance) =>
      governance.proposeUpgradingScheme({ scheme: SOMEBODY, paramsHash: HASH, description }),
  },
];

/** A scheme of a release, as an inspection describes it. */
function described(name: string, release: string): ContractDescription {
  return { address: SCHEME, code: "arc", name, releases: [release] };
}

/** The call data that simulate sends for a draft. */
function byDraft(contract: ContractDescription, draft: DraftInput): string {
  const found = scheme(contract, "0x0000001f");
  const parameters = { ...found.parameters, values: { contractToCall: TOKEN } };
  const schemes = [{ ...found, parameters }] as unknown as typeof inspection.schemes;
  const { functionName, args } = encodeDraft({ ...inspection, schemes }, parseDraft(draft, "it"));
  return knownAbi(contract.name!, contract.releases![0])!.encodeFunctionData(functionName, [
    ...args,
  ]);
}

/** The call data that a helper of fixtures sends. */
async function byFixture(
  contract: ContractDescription,
  act: (governance: Governance) => Promise<unknown>,
): Promise<string> {
  const artifact = artifactOf(contract)!;
  let data = "";
  const face = {
    addresses: [SOMEBODY],
    sender: SOMEBODY,
    send: async (_from: string, _to: unknown, { functionName, args }: FunctionCall) => {
      data = new Interface(artifact.abi).encodeFunctionData(functionName, [...args]);
      return await Promise.resolve({ hash: HASH, blockNumber: 1, logs: [] });
    },
  };
  const name = contract.name === "UGenericScheme" ? "GenericScheme" : contract.name;
  const dao = { name: "It", Avatar: AVATAR, Schemes: [{ name, address: SCHEME }] };
  const schemeArtifacts = new Map([[SCHEME, artifact]]);
  const context = { connection: {}, face, dao, schemeArtifacts };
  const governance = new Governance(context as unknown as GovernanceContext);
  await rejected(act(governance), /created no proposal/);
  return data;
}

describe("A proposal of each kind, through each scheme of every release", () => {
  /** Releases by the function that makes the proposal and the hash of the call data. */
  const calls = new Map<string, string[]>();

  for (const [index, { content, draft, fixture }] of CASES.entries()) {
    it(`is the same from governance, simulate and fixtures: ${content.kind}, ${index + 1}`, async () => {
      const { schemes, functionName } = PROPOSAL_KINDS[content.kind];
      for (const name of schemes) {
        for (const release of ARC_VERSIONS) {
          const abi = knownAbi(name, release);
          // The first release has other rewards, and no DAO of it can be read.
          if (
            abi === undefined ||
            abi.getFunction(functionName) === null ||
            release.endsWith("alpha.29")
          )
            continue;
          const frame = { avatar: AVATAR, description };
          const call = encodeProposal(abi.fragments, content, frame);
          const data = abi.encodeFunctionData(call.functionName, [...call.args]);
          const signature = abi.getFunction(functionName)!.format("full");
          const key = `${content.kind} ${index + 1}, ${name}\n  ${signature}\n  ${keccak256(data)}`;
          const alike = calls.get(key) ?? [];
          calls.set(key, [...alike, release.replace(/^[^-]*-/, "")]);
          if (alike.length > 0 && process.env.ALL_CASES === undefined) continue;
          const contract = described(name, release);
          const others = {
            ...(draft && { draft: byDraft(contract, draft) }),
            ...(fixture &&
              name !== "ContributionRewardExt" && {
                fixture: await byFixture(contract, fixture),
              }),
          };
          for (const [by, other] of Object.entries(others)) {
            expect(other, `${by}, ${name} of ${release}`).to.equal(data);
          }
        }
      }
    });
  }

  it("has the description's hash where the release takes one, unless it is a hash already", () => {
    const content = { kind: "removeGlobalConstraint", constraint: SOMEBODY } as const;
    const describedAs = (release: string, text: string): unknown =>
      encodeProposal(knownAbi("GlobalConstraintRegistrar", release)!.fragments, content, {
        avatar: AVATAR,
        description: text,
      }).args[2];
    expect(describedAs("alpha.58", "why")).to.equal(undefined);
    expect(describedAs("rc.3", "why")).to.equal(keccak256(toUtf8Bytes("why")));
    expect(describedAs("rc.3", HASH)).to.equal(HASH);
    expect(describedAs("rc.6", "why")).to.equal("why");
    expect(describedAs("rc.6", HASH)).to.equal(HASH);
  });

  it("has the recorded bytes", () => {
    const lines = [...calls].map(([key, releases]) => `${key}\n  ${releases.join(" ")}`);
    expectGolden(import.meta.dirname, "proposals.txt", lines.join("\n"));
  });
});
