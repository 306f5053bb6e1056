import { getAddress, ZeroAddress } from "ethers";

import {
  describePermissions,
  mostToRegister,
  permissionBytes,
  permittedAbilities,
} from "../../../foundation/arc/permissions.js";
import { abilitiesByVote, makes, type ProposedAbility } from "../../governance/proposal-kinds.js";
import { decidesRemovals, machineIn } from "../../../foundation/params/voting-machine-of-scheme.js";
import type {
  ContractDescription,
  ControlDescription,
  Inspection,
  SchemeDescription,
  SchemeParametersDescription,
  VoteParametersDescription,
  VoteRules,
} from "../description.js";
import { ifRead, isNotRead } from "../reading/attempt.js";
import { constraintsOf } from "../schemes/referred-contracts.js";
import { decidersOf, decidesForAll } from "./by-votes.js";

/** Something that can be done to a DAO. */
type Ability = ProposedAbility | "act as its owner";

/** Something that can be done to a DAO, and who decides about it. */
export interface Power {
  readonly ability: Ability;
  /** The only contracts that it may call; absent if it may call any, and for other abilities. */
  readonly calls?: readonly string[];
  /** The most that schemes hold which it can register or unregister; absent if everything, and for other abilities. */
  readonly upTo?: string;
  /** What constraints of the scheme limit, as JSON; absent if it has none. */
  readonly limits?: string;
  /** The scheme through which it is done, or what somebody owns. */
  readonly through: ContractDescription;
  readonly decider: Decider;
}

type Decider =
  | AccountDecider
  | VotesDecider
  /** A proven contract that may act without proposals, by its own rules. Without values if it has votes, too. */
  | { readonly kind: "rules"; readonly values: SchemeParametersDescription["values"] }
  | UnknownDecider;

/** One account, without a vote. */
interface AccountDecider {
  readonly kind: "account";
  readonly account: string;
  readonly as: string;
}

export interface VotesDecider extends Pick<ControlDescription, "neededPercent" | "boosting"> {
  readonly kind: "votes";
  readonly votingMachine: string;
  readonly rules: VoteRules;
  /** Accounts that have more than that, each alone, largest first; absent if the holders are not known. */
  readonly alone?: readonly string[];
  /** The fewest that have more than that together; empty if all accounts together do not. */
  readonly fewest?: readonly string[];
}

interface UnknownDecider {
  readonly kind: "unknown";
  readonly reason: string;
  /** What would make it known, a sentence. */
  readonly knownBy: string;
  /** The contract of unknown code that decides; absent if it is for another reason. */
  readonly contract?: string;
}

const ANOTHER_NODE = "A node that answers.";

/** Everything that can be done to a DAO, and by whom, as its contracts have it at the inspection's block. */
export function powersOf(dao: Inspection): readonly Power[] {
  const found = known.get(dao) ?? readPowers(dao);
  known.set(dao, found);
  return found;
}

/** An inspection never changes, and is asked many times. */
const known = new WeakMap<Inspection, readonly Power[]>();

function readPowers(dao: Inspection): readonly Power[] {
  const registered = dao.schemes.filter((scheme) => scheme.registered);
  const { avatar, callers } = avatarAsScheme(registered, dao);
  const others = registered.filter((scheme) => scheme !== avatar);
  const asAvatar = (avatar === undefined ? [] : abilitiesOf(avatar)).flatMap((ability) =>
    callers.flatMap((scheme) =>
      decidersFor(scheme, "call", dao).map((decider) => {
        return { ability, upTo: upToOf(avatar!, ability, dao), through: scheme.contract, decider };
      }),
    ),
  );
  const own = others.flatMap((scheme) => powersOfScheme(scheme, dao));
  return [...own, ...asAvatar, ...ownersOf(registered, dao)].filter(
    ({ ability }) => !isFinal(dao) || ability !== "upgrade the controller",
  );
}

/** A controller can be replaced once, even by itself. */
export function isFinal({ earlierControllers, controller }: Inspection): boolean {
  return earlierControllers.some(({ contract }) => contract.address === controller.address);
}

function upToOf(
  { permissions }: SchemeDescription,
  ability: Ability,
  dao: Inspection,
): Power["upTo"] {
  return ability === "register schemes" || ability === "unregister schemes"
    ? mostToRegister(permissions.bytes, !isFinal(dao))
    : undefined;
}

/** A power that an account has alone, or of which it is not known who has it. */
type OwnPower = Power & {
  readonly decider: Exclude<Decider, VotesDecider | { readonly kind: "rules" }>;
};

/** The powers that need no votes of holders, or may not. */
export function powersWithoutVotes(dao: Inspection): readonly OwnPower[] {
  return powersOf(dao).filter(
    (power): power is OwnPower =>
      power.decider.kind === "account" || power.decider.kind === "unknown",
  );
}

/** Whether a scheme does something by its own rules, without a proposal. */
export function actsByRules({ contract }: SchemeDescription, dao: Inspection): boolean {
  return powersOf(dao).some(
    ({ decider, through }) => decider.kind === "rules" && through.address === contract.address,
  );
}

function powersOfScheme(scheme: SchemeDescription, dao: Inspection): readonly Power[] {
  const { contract: through, parameters } = scheme;
  const [calls, limits] = [callsOf(ifRead(parameters)), limitsOf(ifRead(parameters))];
  return abilitiesOf(scheme).flatMap((ability) =>
    decidersFor(scheme, ability, dao).map((decider) => ({
      ability,
      calls: ability === "call" ? calls : undefined,
      limits: ability === "call" ? limits : undefined,
      upTo: upToOf(scheme, ability, dao),
      through,
      decider,
    })),
  );
}

function abilitiesOf({ contract, permissions }: SchemeDescription): readonly Ability[] {
  const permitted: readonly Ability[] = permittedAbilities(permissions.bytes);
  // Others may use all that they have, and may also act by rules of their own.
  const uses: readonly Ability[] = abilitiesByVote(contract.name) ?? permitted;
  return uses.filter((each) =>
    permitted.includes(each === "unregister schemes" ? "register schemes" : each),
  );
}

/** The only contracts that a scheme may call; undefined if it may call any. */
export function callsOf(parameters: SchemeParametersDescription | undefined): Power["calls"] {
  const only = parameters?.values.contractToCall;
  return typeof only === "string" ? [only] : ifRead(parameters?.mayCall);
}

/** The limits that a scheme's constraints set, without what was used of them. */
function limitsOf(parameters: SchemeParametersDescription | undefined): string | undefined {
  // Limits that others can lift are none.
  if (parameters === undefined || isNotRead(parameters.mayCall)) return undefined;
  const set = Object.entries(ifRead(constraintsOf(parameters)?.values) ?? {});
  const limits = set.filter(([name]) => /limit|enable|periodLength/i.test(name));
  return limits.length === 0 ? undefined : JSON.stringify(limits);
}

/** Who decides what a scheme does. A registrar may have one set of rules for each of its two abilities. */
function decidersFor(
  { contract, parameters }: SchemeDescription,
  ability: Ability,
  dao: Inspection,
): readonly Decider[] {
  const { address, code, name } = contract;
  if (code === "account") return [{ kind: "account", account: address, as: "the scheme itself" }];
  const verify = `Its sources: \`dao-migrate verify ${address}\`, and somebody who reviews them.`;
  if (parameters === undefined || code === "unknown") {
    return [unknown(`the code of the scheme ${address} is not Arc's`, verify, address)];
  }
  if (isNotRead(parameters)) {
    return [
      unknown(
        `of ${name} ${address}, ${parameters.notRead}: anyone who knows parameters with this hash can store them later`,
        "Parameters that are stored under this hash before the vote.",
      ),
    ];
  }
  if (name === "Forwarder") return ownerOfForwarder(parameters, dao);
  if (name === "DaoCreator") return creatorOf(parameters);
  if (isForTests(name)) {
    return [
      unknown(
        `${name} ${address} is made for tests: anybody can do through it what it may`,
        "A scheme that is not made for tests.",
      ),
    ];
  }
  const isRemoval = ability === "unregister schemes";
  const votes = Object.entries(parameters.votes).filter(
    ([vote]) => !makes(name, "unregisterScheme") || decidesRemovals(vote) === isRemoval,
  );
  if (votes.length > 0) {
    const byVotes = votes.map(([vote, rules]) => deciderOf(contract, vote, rules, dao));
    return abilitiesByVote(name) === undefined
      ? [...byVotes, { kind: "rules", values: {} }]
      : byVotes;
  }
  if (machineIn(parameters.values) === undefined)
    return [{ kind: "rules", values: parameters.values }];
  return [
    unknown(
      `${name} ${address} has no voting machine: the account that initializes it chooses one`,
      "A scheme that is initialized before the vote.",
    ),
  ];
}

/** Until it expires, a Forwarder does with the controller whatever its owner tells it to, who may still have to set that. */
function ownerOfForwarder(
  { owner, values, initializedFor }: SchemeParametersDescription,
  dao: Inspection,
): readonly Decider[] {
  const isOver = Number(values.expirationTime) <= dao.block.timestamp;
  if (isOver && initializedFor !== ZeroAddress) return [];
  if (isNotRead(owner)) return [unknown(`who owns the Forwarder: ${owner.notRead}`, ANOTHER_NODE)];
  if (owner === undefined || isNobody(owner, dao)) return [];
  return [{ kind: "account", account: owner, as: "the owner of the Forwarder" }];
}

/** Whether an owner decides nothing by itself: it is none, or the DAO. */
function isNobody(owner: string, { avatar, controller }: Inspection): boolean {
  return [ZeroAddress, avatar.address, controller.address].includes(getAddress(owner));
}

/** The account that created a DAO with DaoCreator registers its schemes, any schemes, in a second transaction. */
function creatorOf({ values: { creator } }: SchemeParametersDescription): readonly Decider[] {
  if (typeof creator !== "string") {
    return [unknown("who may set the DAO's first schemes in DaoCreator", ANOTHER_NODE)];
  }
  if (creator === ZeroAddress) return [];
  return [
    { kind: "account", account: creator, as: "who created the DAO, and has not set its schemes" },
  ];
}

/** Whether a contract of Arc's is one of its mocks, which leave out what protects a DAO. */
export function isForTests(name: string | undefined): boolean {
  return name !== undefined && /Mock$/.test(name);
}

function deciderOf(
  { name, address }: ContractDescription,
  vote: string,
  { votingMachine, rules }: VoteParametersDescription,
  dao: Inspection,
): Decider {
  const machine = dao.votingMachines.find(({ contract }) => contract.address === votingMachine);
  if (machine?.contract.code === "account") {
    return { kind: "account", account: votingMachine, as: "the voting machine" };
  }
  if (isNotRead(rules)) {
    return unknown(
      `of ${name} ${address}, the rules (${vote}) are not known: ${rules.notRead}`,
      "A voting machine of Arc's, with parameters that are stored in it before the vote.",
      machine?.contract.code === "unknown" ? votingMachine : undefined,
    );
  }
  return deciderByRules(votingMachine, rules, dao);
}

/** Who decides where votes are counted by these rules. */
export function deciderByRules(
  votingMachine: string,
  rules: VoteRules,
  { reputation }: Pick<Inspection, "reputation">,
): AccountDecider | VotesDecider {
  const account = decidesForAll(rules, reputation);
  if (account !== undefined) return { kind: "account", account, as: "who votes for every holder" };
  return { kind: "votes", votingMachine, rules, ...decidersOf(rules, reputation) };
}

function unknown(reason: string, knownBy: string, contract?: string): UnknownDecider {
  return { kind: "unknown", reason, knownBy, contract };
}

type Organization = Pick<Inspection, "avatar" | "controller">;

/**
 * The avatar, if it is a registered scheme itself, and the others that may call the controller in its name, and so do
 * what it may.
 */
function avatarAsScheme(
  registered: readonly SchemeDescription[],
  { avatar: { address }, controller }: Organization,
) {
  const avatar = registered.find(({ contract }) => contract.address === address);
  const callers = registered.filter(
    (scheme) =>
      scheme !== avatar &&
      abilitiesOf(scheme).includes("call") &&
      callsOf(ifRead(scheme.parameters))?.includes(controller.address) !== false,
  );
  return { avatar, callers };
}

/** Schemes with all that they may do, also in the avatar's name. */
export function withAvatarsPermissions(
  schemes: readonly SchemeDescription[],
  dao: Organization,
): readonly SchemeDescription[] {
  const registered = schemes.filter((scheme) => scheme.registered);
  const { avatar, callers } = avatarAsScheme(registered, dao);
  if (avatar === undefined) return schemes;
  return schemes.map((scheme) => {
    if (!callers.includes(scheme)) return scheme;
    const bits = BigInt(scheme.permissions.bytes) | BigInt(avatar.permissions.bytes);
    return { ...scheme, permissions: describePermissions(permissionBytes(bits)) };
  });
}

/** Token and reputation, if they belong to somebody other than the controller, who may mint, or if that is not known. */
export function ownedByOthers({ controller, token, reputation }: Inspection) {
  return (
    [
      { ...token, what: "token" },
      { ...reputation, what: "reputation" },
    ] as const
  ).filter(({ owner }) => owner !== controller.address);
}

/** Owners of schemes and of what they work with, if they are not the DAO itself, and rewarders that are not Arc's. */
function ownersOf(registered: readonly SchemeDescription[], dao: Inspection): readonly Power[] {
  const referred = registered.flatMap(({ contract, parameters }) => {
    const { owner, refersTo = [] } = ifRead(parameters) ?? {};
    return [{ contract, owner }, ...refersTo];
  });
  const powerOf = (through: ContractDescription, account: unknown, as: string): Power[] =>
    typeof account !== "string" || isNobody(account, dao)
      ? []
      : [{ ability: "act as its owner", through, decider: { kind: "account", account, as } }];
  const rewarders = registered.flatMap(({ contract, parameters }) => {
    const { values, refersTo = [] } = ifRead(parameters) ?? {};
    const isArc = refersTo.some((each) => each.contract.address === values?.rewarder);
    return isArc ? [] : powerOf(contract, values?.rewarder, "its rewarder");
  });
  const owners = referred.flatMap(({ contract, owner }) =>
    powerOf(contract, ifRead(owner), "its owner"),
  );
  return [...owners, ...rewarders];
}
