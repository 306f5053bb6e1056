/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-return, typescript/no-unsafe-assignment -- facts are plain data, and each test changes one field of them */
import { parseEther, ZeroAddress } from "ethers";

import { LIVE_STAKING_TOKEN } from "../../../src/foundation/chain/networks.js";
import { noReward } from "../../engine/inspect/sample-reward.js";
import { arc, AVATAR, DEPLOYER, OTHER, REWARDS, scheme, TARGET, VOTES } from "./sound-facts.js";

/** For the rule and what is wrong: the change to the facts, of which only this rule says something. */
export const WRONG: Readonly<Record<string, (facts: any) => void>> = {
  "storage: a hidden permission": ({ inspection }) =>
    (inspection.storage.controller = { explained: false, differing: 1 }),
  "storage: hidden balances that could not be counted": ({ inspection }) =>
    (inspection.storage.token = { explained: false }),
  "creation: a scheme that other code created": ({ creations }) =>
    (creations[0].creation = { code: "other", transaction: "0x12" }),
  "contract-code: an avatar of unknown code": ({ inspection }) =>
    (inspection.avatar = { address: AVATAR, code: "unknown" }),
  "contract-code: a token of another release": ({ inspection }) =>
    (inspection.token.contract.releases = ["0.0.1-rc.40"]),
  "contract-owner: a token that belongs to somebody": ({ inspection }) =>
    (inspection.token.owner = OTHER),
  "contract-owner: a reputation that belongs to somebody": ({ inspection }) =>
    (inspection.reputation.owner = OTHER),
  "controller-kind: another kind of controller": ({ wanted }) => (wanted.usesUController = true),
  "result-contracts: another controller in the result file": ({ recorded }) =>
    (recorded.Controller = OTHER),
  "names: another name": ({ inspection }) => (inspection.name = "Evil DAO"),
  "names: another symbol": ({ inspection }) => (inspection.token.symbol = "SMI"),
  "token-cap: a cap": ({ inspection }) => (inspection.token.cap = String(parseEther("7"))),
  "global-constraint: a global constraint": ({ inspection }) =>
    inspection.globalConstraints.push({ contract: arc("TokenCapGC", OTHER) }),
  "allowance: an allowance": ({ inspection }) =>
    inspection.allowances.push({ token: OTHER, spender: DEPLOYER, amount: "5" }),
  "allowance: an operator": ({ inspection }) =>
    inspection.allowances.push({
      ...{ token: OTHER, spender: DEPLOYER, operator: "isOperatorFor", amount: "5" },
    }),
  "allowance: an NFT that somebody may take": ({ inspection }) =>
    (inspection.treasury.nfts = [{ address: OTHER, amount: "1", ids: ["1"], mayTake: [DEPLOYER] }]),
  "founders: a founder who got less": ({ wanted }) =>
    (wanted.founders[0].reputation = parseEther("1000.5")),
  "founders: somebody who is no founder and got reputation": ({ inspection }) => {
    inspection.founders.push({
      account: OTHER,
      tokens: "0",
      reputation: String(parseEther("1")),
    });
    inspection.reputation.totalSupply = String(parseEther("1001"));
  },
  "supply: tokens minted since": ({ inspection }) =>
    (inspection.token.totalSupply = String(parseEther("1500"))),
  "scheme-missing: an unregistered scheme": ({ inspection }) =>
    (inspection.schemes[1].registered = false),
  "scheme-not-in-file: a scheme of Arc's that the file does not have": ({ inspection }) =>
    inspection.schemes.push(scheme(arc("UpgradeScheme", OTHER), "0x0000000b")),
  "scheme-not-in-file: a contract of unknown code that the file does not have": ({ inspection }) =>
    inspection.schemes.push(scheme({ address: OTHER, code: "unknown" }, "0x0000001f")),
  "account-with-permissions: a forgotten deployer": ({ inspection }) => {
    inspection.schemes[2].registered = true;
    inspection.schemes[2].permissions.bytes = "0x0000001f";
  },
  "deployer-keeps-permissions: a deployer who keeps all permissions, as the file says": ({
    inspection,
    wanted,
  }) => {
    wanted.keepsDeployer = true;
    inspection.schemes[2].registered = true;
    inspection.schemes[2].permissions.bytes = "0x0000001f";
  },
  "scheme-permissions: other permissions": ({ inspection }) =>
    (inspection.schemes[0].permissions.bytes = "0x0000001f"),
  "scheme-code: a scheme of another release": ({ inspection }) =>
    (inspection.schemes[0].contract.releases = ["0.0.1-rc.40"]),
  "scheme-code: a scheme that has not the code of the build file": ofBuildFile,
  "scheme-avatar: a scheme that was initialized for another DAO": ({ inspection }) =>
    (inspection.schemes[0].parameters.initializedFor = OTHER),
  "scheme-avatar: a scheme that was never initialized": ({ inspection }) =>
    (inspection.schemes[0].parameters.initializedFor = ZeroAddress),
  "scheme-avatar: a contract that a scheme works with and that was never initialized": ({
    inspection,
  }) =>
    (inspection.schemes[0].parameters.refersTo = [
      { contract: arc("Competition", OTHER), isUninitialized: true },
    ]),
  "scheme-avatar: constraints of a scheme that another DAO can change": ({ inspection }) => {
    const { parameters } = inspection.schemes[0];
    parameters.values.schemeConstraints = OTHER;
    parameters.refersTo = [
      { contract: arc("SchemeConstraints", OTHER), values: { avatar: OTHER } },
    ];
  },
  "scheme-parameters: another value of a scheme with the code of a build file": (facts) => {
    ofBuildFile(facts);
    facts.customCode[REWARDS] = ["Own"];
    facts.inspection.schemes[0].parameters = { values: { most: "9" }, votes: {} };
    facts.wanted.schemes[0].values = [{ name: "most", argument: 8n, path: ["CustomSchemes", 0] }];
  },
  "scheme-parameters: another contract to call": ({ inspection }) =>
    (inspection.schemes[1].parameters.values.contractToCall = OTHER),
  "scheme-parameters: a contract to call without the code of the stand-alone contract": (facts) =>
    callsStandAlone(facts, [0]),
  "scheme-owner: a scheme that belongs to another account than the deploying one": (facts) => {
    facts.deployer = DEPLOYER;
    facts.inspection.schemes[1].parameters.owner = OTHER;
  },
  "scheme-owner: a scheme that the file gives to the avatar": ({ wanted, inspection }) => {
    wanted.schemes[1].owner = { address: "AvatarAddress" };
    inspection.schemes[1].parameters.owner = OTHER;
  },
  "scheme-parameters: a field of a struct that the contract returns by itself": ({
    wanted,
    inspection,
  }) => {
    wanted.schemes[1].values.push(STRUCT);
    Object.assign(inspection.schemes[1].parameters.values, { least: "1", most: "8" });
  },
  "scheme-parameters: a field of a struct that the contract returns whole": ({
    wanted,
    inspection,
  }) => {
    wanted.schemes[1].values.push(STRUCT);
    inspection.schemes[1].parameters.values.limits = { least: "2", most: "9" };
  },
  "scheme-parameters: a list with another element": ({ wanted, inspection }) => {
    wanted.schemes[1].values.push({ name: "amounts", argument: [1n, 2n], path: ["amounts"] });
    inspection.schemes[1].parameters.values.amounts = ["1", "3"];
  },
  "staking-token: another token than the base's": ({ inspection }) =>
    (inspection.votingMachines[0].stakingToken.address = OTHER),
  "stand-alone: other code": ({ standAlone }) => (standAlone.get(0).isRight = false),
  "stand-alone: another owner": ({ standAlone }) => (standAlone.get(0).owner = OTHER),
  "stand-alone: another limit": ({ standAlone }) => (standAlone.get(0).values.limit = "8"),
  "voting-machine: another voting machine of Arc's": ({ inspection }) => {
    inspection.schemes[0].parameters.votes.voteParams.votingMachine = OTHER;
    inspection.votingMachines.push({ contract: arc("GenesisProtocol", OTHER) });
  },
  "voting-machine: a machine of unknown code, whatever it returns": ({ inspection }) => {
    inspection.schemes[0].parameters.votes.voteParams.votingMachine = OTHER;
    inspection.votingMachines.push({ contract: { address: OTHER, code: "unknown" } });
  },
  "vote-parameters: another preset hash": ({ wanted }) =>
    (wanted.schemes[0].votes["*"].set = { votingParamsHash: `0x${"34".repeat(32)}` }),
  "vote-parameters: another vote parameter": ({ inspection }) =>
    (inspection.schemes[0].parameters.votes.voteParams.rules.GenesisProtocol.quietEndingPeriod = 1),
  "vote-parameters: another one in the file, told once for all schemes": ({ wanted }) => {
    for (const { votes } of wanted.schemes) votes["*"].set.minimumDaoBounty = parseEther("7");
  },
  "vote-parameters: another machine's kind of vote": ({ inspection: { schemes } }) =>
    (schemes[0].parameters.votes.voteParams.rules = { AbsoluteVote: { votePerc: 50 } }),
};

/** Has the file ask for a contract of custom-abis. */
function ofBuildFile({ inspection, wanted }: any): void {
  const own = { contractNames: ["Own"], release: undefined, votes: {}, votingMachine: undefined };
  inspection.schemes[0].contract = { address: REWARDS, code: "unknown" };
  inspection.schemes[0].parameters = { notRead: "not Arc's" };
  Object.assign(wanted.schemes[0], own);
}

/** Has the file ask for a call of StandAloneContracts[1], where the target's code is that of the contracts at `places`. */
function callsStandAlone(facts: any, places: readonly number[]): void {
  facts.wanted.schemes[1].values[0].argument = { standAloneContract: 1 };
  facts.standAloneCode = { [TARGET]: places };
}

/** What a DAO may be like and still match its file. */
export const RIGHT: Readonly<Record<string, (facts: any) => void>> = {
  "an owner that deployed some contracts, if it is not known who deployed the others": (facts) => {
    facts.deployedSome = [facts.deployer, OTHER];
    delete facts.deployer;
    facts.inspection.schemes[1].parameters.owner = OTHER;
  },
  "GEN as staking token without a result file, on a network that has it": (facts) => {
    delete facts.recorded;
    facts.inspection.votingMachines[0].stakingToken.address = LIVE_STAKING_TOKEN;
  },
  "two schemes with the same code, in any order": (facts) => {
    facts.recorded.schemes = [];
    const second = scheme(arc("GenericScheme", OTHER), "0x00000011") as any;
    second.parameters.values.contractToCall = REWARDS;
    facts.inspection.schemes.unshift(second);
    const [, calls] = facts.wanted.schemes;
    const values = [{ ...calls.values[0], argument: REWARDS }];
    facts.wanted.schemes.push({ ...calls, index: 2, path: ["GenericScheme", 1], values });
  },
  "a universal controller": ({ inspection, wanted }) => {
    wanted.usesUController = true;
    Object.assign(inspection.controller, { universal: true, name: "UController" });
  },
  "a scheme without parameters": ({ inspection, wanted }) => {
    delete inspection.schemes[1].parameters;
    Object.assign(wanted.schemes[1], { values: [], votes: {} });
  },
  "a scheme with the code of a build file": (facts) => {
    ofBuildFile(facts);
    facts.customCode[REWARDS] = ["Own"];
  },
};

const STRUCT = {
  name: "limits",
  path: ["CustomSchemes", 0, "params", 0],
  argument: [1n, 9n],
  fields: [
    { name: "least", argument: 1n, path: ["CustomSchemes", 0, "params", 0] },
    { name: "most", argument: 9n, path: ["CustomSchemes", 0, "params", 0] },
  ],
};

/** Rule, what a chain does not show, and the reason that is given. */
export const UNSHOWN: readonly (readonly [string, (facts: any) => void, RegExp])[] = [
  [
    "scheme-owner",
    (facts) => {
      delete facts.deployer;
      facts.inspection.schemes[1].parameters.owner = OTHER;
    },
    /the file gives it to nobody/,
  ],
  [
    "founders",
    ({ wanted, inspection }) => {
      const [{ address }] = wanted.founders;
      wanted.founders[0].reputation += 1n;
      const requests = { ...noReward(String(address)), reputation: "1" };
      inspection.proposals = [{ requests, progress: { notRead: "pruned" } }];
    },
    /how far a reward that would make up for it has got/,
  ],
  [
    "scheme-avatar",
    ({ wanted, inspection }) => {
      wanted.schemes[0].hidesAvatar = true;
      inspection.schemes[0].parameters.kept = "own";
    },
    /for which avatar/,
  ],
  [
    "scheme-parameters",
    ({ wanted }) => wanted.schemes[1].values.push({ ...STRUCT, fields: undefined }),
    /which limits/,
  ],
  ["scheme-parameters", (facts) => callsStandAlone(facts, [1]), /only a result file has/],
  [
    "vote-parameters",
    ({ inspection, wanted }) => {
      const [votes]: any[] = Object.values(inspection.schemes[0].parameters.votes as object);
      votes.rules = { notRead: "nothing there" };
      wanted.schemes[0].votes["*"].set = { votingParamsHash: votes.paramsHash };
    },
    /nothing there/,
  ],
  [
    "scheme-parameters",
    ({ wanted }) => wanted.schemes[1].values.push(STRUCT),
    /which (least|most)/,
  ],
  [
    "vote-parameters",
    ({ wanted }) =>
      Object.assign(wanted.schemes[0].votes, { voteRemoveParams: structuredClone(VOTES) }),
    /does not return its voteRemoveParams/,
  ],
  [
    "staking-token",
    ({ recorded }) => delete recorded.stakingToken,
    /only a result file with its base/,
  ],
  [
    "run-functions",
    ({ wanted }) => (wanted.schemes[0].calls = [{ functionName: "start", args: [], path: ["x"] }]),
    /whether start of/,
  ],
  ["stand-alone", ({ standAlone }) => standAlone.delete(0), /no result file or scheme/],
  [
    "stand-alone",
    ({ standAlone }) => Object.assign(standAlone.get(0), { isRight: false, mayBeRight: true }),
    /build file/,
  ],
];

const PRUNED = { notRead: "pruned" };

/** Rule, and the change that makes a fact unreadable. */
export const UNREAD: readonly (readonly [string, (facts: any) => void])[] = [
  ["stand-alone", ({ standAlone }) => (standAlone.get(0).owner = PRUNED)],
  ["stand-alone", ({ standAlone }) => (standAlone.get(0).values = PRUNED)],
  ["staking-token", ({ inspection }) => (inspection.votingMachines[0].stakingToken = PRUNED)],
  ["storage", ({ inspection }) => (inspection.storage.controller = PRUNED)],
  [
    "creation",
    ({ creations }) => (creations[0].creation = { code: "not known", reason: "pruned" }),
  ],
  ["contract-owner", ({ inspection }) => (inspection.token.owner = PRUNED)],
  ["names", ({ inspection }) => (inspection.name = PRUNED)],
  ["token-cap", ({ inspection }) => (inspection.token.cap = PRUNED)],
  ["global-constraint", ({ inspection }) => (inspection.globalConstraints = PRUNED)],
  ["allowance", ({ inspection }) => (inspection.allowances = PRUNED)],
  ["allowance", ({ inspection }) => (inspection.treasury = PRUNED)],
  ["founders", ({ inspection }) => (inspection.founders = PRUNED)],
  ["founders", ({ inspection }) => (inspection.missingEvents = "pruned")],
  ["supply", ({ inspection }) => (inspection.token.totalSupply = PRUNED)],
  [
    "scheme-missing",
    ({ inspection }) => {
      inspection.schemes[1].registered = false;
      inspection.missingEvents = "pruned";
    },
  ],
  ["scheme-not-in-file", ({ inspection }) => (inspection.missingEvents = "pruned")],
  ["account-with-permissions", ({ inspection }) => (inspection.missingEvents = "pruned")],
  ...["scheme-parameters", "voting-machine", "vote-parameters"].map(
    (rule) => [rule, ({ inspection }: any) => (inspection.schemes[1].parameters = PRUNED)] as const,
  ),
];
