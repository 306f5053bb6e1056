import { expect } from "chai";
import { ZeroAddress, ZeroHash } from "ethers";

import {
  encodeProposal,
  abilitiesByVote,
  DEFAULTS,
  kindOfEvent,
  kindsMadeBy,
  PROPOSAL_KINDS,
  subjectOf,
} from "../../../src/engine/governance/proposal-kinds.js";
import {
  REWARD_PARTS,
  partsAskedFor,
  totalOf,
} from "../../../src/engine/governance/redeem-and-execute.js";
import {
  decidesRemovals,
  isVotesField,
} from "../../../src/foundation/params/voting-machine-of-scheme.js";
import { expectRecorded } from "../../recorded.js";
import { knownAbi } from "../../../src/foundation/arc/known-abis.js";

/** Of the last release that has it. */
const abiOf = (name: string) => knownAbi(name)!;

describe("the kinds of proposals", () => {
  for (const [kind, { schemes, functionName, event, parameters }] of Object.entries(
    PROPOSAL_KINDS,
  )) {
    it(`are what Arc's schemes have functions, events and parameters for: ${kind}`, () => {
      for (const name of schemes) {
        const [made, told] = [abiOf(name).getFunction(functionName), abiOf(name).getEvent(event)];
        const inputs = (each: typeof made | typeof told) => each!.inputs.map((input) => input.name);
        for (const names of Object.values<readonly string[]>(parameters)) {
          if (names.length === 0) continue;
          expect(inputs(made), `${name}.${functionName}`).to.include.oneOf(names);
          expect(inputs(told), `${name}.${event}`).to.include.oneOf(names);
        }
        expect(kindsMadeBy(name)).to.include(kind);
      }
      expect(kindOfEvent(event)).to.equal(kind);
    });
  }

  it("say what each scheme can do by votes, and nothing of other contracts", () => {
    const all: Readonly<Record<string, readonly string[] | undefined>> = {
      ContributionReward: ["mint and pay"],
      ContributionRewardExt: ["mint and pay"],
      GenericScheme: ["call"],
      UGenericScheme: ["call"],
      GenericSchemeMultiCall: ["call"],
      GlobalConstraintRegistrar: ["change constraints"],
      SchemeFactory: ["register schemes"],
      SchemeRegistrar: ["register schemes", "unregister schemes"],
      UpgradeScheme: ["upgrade the controller", "register schemes"],
      VoteInOrganizationScheme: ["call"],
      Auction4Reputation: undefined,
    };
    for (const [name, abilities] of Object.entries(all)) {
      expect(abilitiesByVote(name), name).to.deep.equal(abilities);
    }
    expect(kindsMadeBy(undefined)).to.deep.equal([]);
  });

  it("need only what has no default", () => {
    const needed = Object.entries(PROPOSAL_KINDS).map(([kind, { parameters }]) => {
      const fields = Object.keys(parameters).filter((field) => !Object.hasOwn(DEFAULTS, field));
      return [kind, fields] as const;
    });
    expectRecorded(Object.fromEntries(needed));
    const content = { kind: "registerScheme", scheme: ZeroAddress } as const;
    const { args } = encodeProposal(abiOf("SchemeRegistrar").fragments, content, {
      avatar: ZeroAddress,
    });
    expect(args.slice(2, 4)).to.deep.equal([ZeroHash, "0x00000000"]);
  });

  it("name one contract that they are about, but for rewards and calls", () => {
    const without = Object.entries(PROPOSAL_KINDS).flatMap(([kind, { parameters }]) => {
      const asked = Object.fromEntries(Object.keys(parameters).map((field) => [field, field]));
      return subjectOf({ kind, ...asked }) === undefined ? [kind] : [];
    });
    expect(without).to.deep.equal(["reward", "call", "calls"]);
  });
});

describe("the parts of a reward", () => {
  it("are in the order of the flags, and have what each is paid and stored as", () => {
    const [once, inPeriods] = ["ContributionRewardExt", "ContributionReward"].map(abiOf);
    const stored = once!.getFunction("organizationProposals")!.outputs.map(({ name }) => name);
    for (const { paidAs, stored: field } of REWARD_PARTS) {
      for (const abi of [once!, inPeriods!]) {
        expect(abi.getFunction(`redeem${paidAs}`), paidAs).to.not.equal(null);
        expect(abi.getEvent(`Redeem${paidAs}`), paidAs).to.not.equal(null);
      }
      expect(stored).to.include.members([field, `${field}Left`]);
    }
    const order = REWARD_PARTS.map(({ part }) => part);
    expect(order).to.deep.equal(["reputation", "nativeTokens", "ether", "externalTokens"]);
  });

  it("are asked for unless they are 0, and come to their amount in each period", () => {
    const reward = { reputation: "-2", nativeTokens: "0", ether: "5", externalTokens: "0" };
    expect(partsAskedFor(reward)).to.deep.equal(["reputation", "ether"]);
    expect(totalOf({ ...reward, periods: "3" }, "reputation")).to.equal(-6n);
    expect(totalOf({ ...reward, periods: "0" }, "ether")).to.equal(0n);
  });
});

describe("the vote parameters of schemes", () => {
  it("decide removals in one of two of a SchemeRegistrar, and in no other scheme", () => {
    const votesOf = (name: string) =>
      abiOf(name)
        .getFunction("parameters")!
        .outputs.map((output) => output.name)
        .filter(isVotesField);
    expect(votesOf("SchemeRegistrar").map(decidesRemovals)).to.deep.equal([false, true]);
    expect(votesOf("GlobalConstraintRegistrar").map(decidesRemovals)).to.deep.equal([false]);
  });
});
