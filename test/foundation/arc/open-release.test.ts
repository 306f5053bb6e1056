import { expect } from "chai";
import { createHash } from "node:crypto";
import type { ArcRelease, Artifact } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ReleaseSource } from "../../../src/foundation/arc/source/release-source.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import { rejection } from "../../rejection.js";

const FETCHING_MS = 5 * 60 * 1000;

/** The first and last release that has a contract; without a last one, all releases since the first. */
type Range = readonly [first: string, last?: string];

const PRESENCE: Readonly<Record<string, Range>> = {
  DAOTracker: ["rc.29"],
  ControllerCreator: ["alpha.38"],
  UController: ["alpha.29", "rc.33"],
  VestingScheme: ["alpha.29", "rc.14"],
  Redeemer: ["alpha.44"],
  GenericScheme: ["alpha.45"],
  UGenericScheme: ["rc.24", "rc.33"],
  GenericSchemeMultiCall: ["rc.45"],
  GenericSchemeMultiCallFactory: ["rc.49"],
  CompetitionFactory: ["rc.54"],
  ContinuousLocking4ReputationFactory: ["rc.55"],
  ContributionRewardExt: ["rc.35"],
  Competition: ["rc.35"],
  ContinuousLocking4Reputation: ["rc.24"],
  DxDaoSchemeConstraints: ["rc.46"],
  Wallet: ["rc.9.1"],
};
for (const name of [
  ...["DAOToken", "DAORegistry", "DaoCreator", "GenesisProtocol", "AbsoluteVote", "QuorumVote"],
  ...["SchemeRegistrar", "UpgradeScheme", "GlobalConstraintRegistrar", "VoteInOrganizationScheme"],
  ...["OrganizationRegister", "TokenCapGC", "ContributionReward", "Avatar", "Controller"],
  ...["Reputation", "ActionMock"],
]) {
  (PRESENCE as Record<string, Range>)[name] = ["alpha.29"];
}

/**
 * The inputs of a function or constructor from one release on, until the next line for the same one, until
 * the last release named, or in all later releases.
 */
const SIGNATURES: readonly (readonly [
  contract: string,
  member: string,
  from: string,
  inputs: string,
  last?: string,
])[] = [
  ["DAOToken", "constructor", "alpha.29", "string,string"],
  ["DAOToken", "constructor", "alpha.38", "string,string,uint256"],
  ["DAORegistry", "constructor", "alpha.29", "address"],
  ["DAORegistry", "register", "alpha.29", "address,string"],
  ["DAOTracker", "constructor", "rc.29", ""],
  ["DAOTracker", "track", "rc.29", "address,address"],
  ["DAOTracker", "track", "rc.32", "address,address,string"],
  ["DaoCreator", "constructor", "alpha.29", ""],
  ["DaoCreator", "constructor", "alpha.38", "address"],
  ["DaoCreator", "constructor", "rc.29", "address,address"],
  [
    ...(["DaoCreator", "forgeOrg", "alpha.29"] as const),
    "bytes32,string,string,address[],uint256[],int256[],address",
  ],
  [
    ...(["DaoCreator", "forgeOrg", "alpha.38"] as const),
    "bytes32,string,string,address[],uint256[],uint256[],address,uint256",
  ],
  [
    ...(["DaoCreator", "forgeOrg", "alpha.53"] as const),
    "string,string,string,address[],uint256[],uint256[],address,uint256",
  ],
  [
    ...(["DaoCreator", "forgeOrg", "rc.34"] as const),
    "string,string,string,address[],uint256[],uint256[],uint256",
  ],
  ["DaoCreator", "addFounders", "alpha.53", "address,address[],uint256[],uint256[]"],
  ["DaoCreator", "setSchemes", "alpha.29", "address,address[],bytes32[],bytes4[]"],
  ["DaoCreator", "setSchemes", "rc.11", "address,address[],bytes32[],bytes4[],string"],
  ["GenesisProtocol", "constructor", "alpha.29", "address"],
  ["GenesisProtocol", "setParameters", "alpha.29", "uint256[12],address"],
  ["GenesisProtocol", "setParameters", "alpha.38", "uint256[12]"],
  ["GenesisProtocol", "setParameters", "alpha.42", "uint256[14]"],
  ["GenesisProtocol", "setParameters", "alpha.53", "uint256[14],address"],
  ["GenesisProtocol", "setParameters", "rc.3", "uint256[11],address"],
  ["GenesisProtocol", "vote", "alpha.29", "bytes32,uint256"],
  ["GenesisProtocol", "vote", "alpha.53", "bytes32,uint256,address"],
  ["GenesisProtocol", "vote", "rc.3", "bytes32,uint256,uint256,address"],
  ["AbsoluteVote", "setParameters", "alpha.29", "address,uint256,bool"],
  ["AbsoluteVote", "setParameters", "alpha.53", "uint256,bool"],
  ["AbsoluteVote", "setParameters", "rc.3", "uint256,address"],
  ["SchemeRegistrar", "setParameters", "alpha.29", "bytes32,bytes32,address"],
  ["UpgradeScheme", "setParameters", "alpha.29", "bytes32,address"],
  ["TokenCapGC", "setParameters", "alpha.29", "address,uint256"],
  ["ContributionReward", "setParameters", "alpha.29", "uint256,bytes32,address"],
  ["ContributionReward", "setParameters", "rc.14", "bytes32,address"],
  ["Redeemer", "constructor", "alpha.44", "address,address"],
  ["Redeemer", "constructor", "rc.22", ""],
  ["GenericScheme", "setParameters", "alpha.45", "bytes32,address,address", "rc.23"],
  ["GenericScheme", "initialize", "rc.24", "address,address,bytes32,address"],
  ["GenericSchemeMultiCall", "initialize", "rc.45", "address,address,bytes32,address[]"],
  ["GenericSchemeMultiCall", "initialize", "rc.46", "address,address,bytes32,address"],
  ["Avatar", "constructor", "alpha.29", "bytes32,address,address"],
  ["Avatar", "constructor", "alpha.53", "string,address,address"],
  ["Controller", "constructor", "alpha.29", "address"],
  ["ActionMock", "test2", "alpha.45", "address"],
];

describe("openArcRelease", function () {
  this.timeout(FETCHING_MS);
  const releases = new Map<string, ArcRelease>();

  before(async () => {
    for (const version of ARC_VERSIONS) releases.set(version, await openArcRelease(version));
  });

  const position = (short: string): number =>
    ARC_VERSIONS.findIndex((version) => version.endsWith(`-${short}`));

  it("opens rc.57 by default, and returns the same release again", async () => {
    const release = await openArcRelease();
    expect(release.version).to.equal("0.0.1-rc.57");
    expect(await openArcRelease("rc.57")).to.equal(release);
  });

  for (const [name, [first, last]] of Object.entries(PRESENCE)) {
    it(`has ${name} from ${first} to ${last ?? "the latest"}`, () => {
      const having = ARC_VERSIONS.filter((version) => releases.get(version)!.has(name));
      const until = last === undefined ? ARC_VERSIONS.length : position(last) + 1;
      expect(having).to.deep.equal(ARC_VERSIONS.slice(position(first), until));
    });
  }

  for (const [index, [contract, member, from, inputs, last]] of SIGNATURES.entries()) {
    it(`has ${contract}.${member}(${inputs}) from ${from}`, () => {
      const next = SIGNATURES[index + 1];
      const isReplaced = next !== undefined && next[0] === contract && next[1] === member;
      const until = isReplaced
        ? position(next[2])
        : last === undefined
          ? ARC_VERSIONS.length
          : position(last) + 1;
      for (const [at, version] of ARC_VERSIONS.entries()) {
        const release = releases.get(version)!;
        if (!release.has(contract)) continue;
        const takes = overloads(release.artifact(contract), member).includes(inputs);
        expect(takes, version).to.equal(at >= position(from) && at < until);
      }
    });
  }

  it("has only complete, linked, deployable bytecode", () => {
    for (const release of releases.values()) {
      expect(release.contractNames.length, release.version).to.be.at.least(44);
      for (const name of release.contractNames) {
        const artifact = release.artifact(name);
        const at = `${release.version} ${name}`;
        expect(artifact.contractName, at).to.equal(name);
        expect(artifact.bytecode, at).to.match(/^0x(?:[0-9a-f]{2})*$/);
        expect(artifact.deployedBytecode.length / 2 - 1, at).to.be.at.most(24_576);
        for (const entry of artifact.abi) {
          if (entry.type === "function") expect(entry.stateMutability, at).to.be.a("string");
        }
      }
      for (const name of Object.keys(PRESENCE).filter((one) => release.has(one))) {
        expect(
          release.artifact(name).bytecode.length,
          `${release.version} ${name}`,
        ).to.be.greaterThan(2);
      }
    }
  });

  it("has DAORegistry in every release, and infra's voting machines in the last six", () => {
    const hashes = (versions: readonly string[], name: string): Set<string> =>
      new Set(versions.map((version) => sha256(releases.get(version)!.artifact(name).bytecode)));
    expect(hashes(ARC_VERSIONS, "DAORegistry")).to.have.length(1);
    for (const name of ["GenesisProtocol", "AbsoluteVote", "QuorumVote", "Reputation"]) {
      expect(hashes(ARC_VERSIONS.slice(position("rc.52")), name)).to.have.length(1);
    }
  });

  it("requests nothing once all are cached", async () => {
    const source = new ReleaseSource();
    for (const version of ARC_VERSIONS) {
      const release = await source.open(version, { offline: true });
      expect(release.contractNames).to.deep.equal(releases.get(version)!.contractNames);
    }
  });

  it("refuses an unknown release before looking anywhere", async () => {
    expect((await rejection(openArcRelease("rc.58"))).message).to.include("0.0.1-rc.57");
  });
});

/** Returns the input types, one string per overload; a contract without a constructor takes no arguments. */
function overloads(artifact: Artifact, member: string): string[] {
  const entries = artifact.abi.filter(({ type, name }) =>
    type === "constructor" ? member === type : type === "function" && name === member,
  );
  if (member === "constructor" && entries.length === 0) return [""];
  return entries.map(({ inputs }) => (inputs ?? []).map(({ type }) => type).join(","));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
