import {
  id as hashOf,
  Interface,
  isHexString,
  parseEther,
  ZeroAddress,
  ZeroHash,
  type FunctionFragment,
} from "ethers";

import type { Inspection, SchemeDescription } from "../../inspect/description.js";
import { tokenDecimals } from "../../inspect/assets/token-decimals.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import { abiOf } from "../../inspect/reading/identify.js";
import { MigrationError, UsageError } from "../../support/errors.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import type { Act } from "../passing/decide.js";
import { inWei } from "../in-wei.js";
import { innermostReason } from "../chain/call-failures.js";
import type { Draft } from "./draft.js";

/** The event that every voting machine emits for a new proposal. Its second topic is the proposal's ID. */
export const NEW_PROPOSAL = hashOf("NewProposal(bytes32,address,uint256,address,bytes32)");
const DECIMALS = new Interface(["function decimals() view returns (uint8)"]);

/** How a kind of proposal is made: which of Arc's schemes, and which function. */
interface Way {
  readonly schemes: readonly string[];
  readonly functionName: string;
}

const WAYS: Readonly<Record<Exclude<Draft["kind"], "calls">, Way>> = {
  reward: {
    schemes: ["ContributionReward", "ContributionRewardExt"],
    functionName: "proposeContributionReward",
  },
  registerScheme: { schemes: ["SchemeRegistrar"], functionName: "proposeScheme" },
  unregisterScheme: { schemes: ["SchemeRegistrar"], functionName: "proposeToRemoveScheme" },
  addGlobalConstraint: {
    schemes: ["GlobalConstraintRegistrar"],
    functionName: "proposeGlobalConstraint",
  },
  removeGlobalConstraint: {
    schemes: ["GlobalConstraintRegistrar"],
    functionName: "proposeToRemoveGC",
  },
  upgradeController: { schemes: ["UpgradeScheme"], functionName: "proposeUpgrade" },
};

/**
 * Makes a proposal on the fork, as the account with the most reputation.
 * @returns its ID and the transaction
 * @throws UsageError if no scheme of the DAO can make it; MigrationError if it is refused
 */
export async function propose(
  chain: ForkedChain,
  inspection: Inspection,
  draft: Draft,
): Promise<{ readonly id: string; readonly act: Act }> {
  const { scheme, fragment, args } = await encodeProposal(chain, inspection, draft);
  const data = abiOf(scheme.contract)!.encodeFunctionData(fragment, args);
  const { holders } = inspection.reputation;
  if (isNotRead(holders)) {
    throw new MigrationError(
      `The holders of this DAO's reputation could not be read, so nobody is known who could propose it: ${holders.notRead}`,
    );
  }
  const [largest] = holders;
  if (largest === undefined) {
    throw new MigrationError("Nobody holds this DAO's reputation, so nobody can propose anything.");
  }
  await awaitActivation(chain, scheme);
  const to = scheme.contract.address;
  const tried = await chain.send({ from: largest.account, to, data });
  const made = tried.logs.find(({ topics }) => topics[0] === NEW_PROPOSAL);
  const id = made?.topics[1];
  if (!tried.success || id === undefined) {
    throw new MigrationError(
      `${scheme.contract.name} ${to} does not accept the proposal: ${innermostReason(tried.trace) ?? "it creates no proposal"}. ` +
        "Nothing was sent to the chain.",
    );
  }
  return { id, act: { stage: "propose", tried } };
}

/** A GenesisProtocol accepts no proposals before its activation time. */
async function awaitActivation(
  chain: ForkedChain,
  { parameters }: SchemeDescription,
): Promise<void> {
  if (parameters === undefined || isNotRead(parameters)) return;
  for (const { rules } of Object.values(parameters.votes)) {
    if (isNotRead(rules) || !("GenesisProtocol" in rules)) continue;
    await chain.moveTo(rules.GenesisProtocol.activationTime ?? 0);
  }
}

/** How a proposal is made: a call to the scheme. */
export interface EncodedProposal {
  readonly scheme: SchemeDescription;
  readonly fragment: FunctionFragment;
  readonly args: readonly unknown[];
}

/**
 * The call that makes a proposal.
 * @param chain for reading a token's decimals
 * @throws UsageError if no scheme of the DAO can make it
 */
export async function encodeProposal(
  chain: Pick<ForkedChain, "read">,
  inspection: Inspection,
  draft: Draft,
): Promise<EncodedProposal> {
  if (draft.kind === "calls") return encodeCalls(inspection, draft);
  const { schemes, functionName } = WAYS[draft.kind];
  const scheme = schemeFor(inspection, draft, ({ contract }) =>
    schemes.includes(contract.name ?? ""),
  );
  const abi = abiOf(scheme.contract)!;
  const values = await valuesOf(chain, inspection, draft);
  const fragment = abi.getFunction(functionName);
  if (fragment === null) throw noWay(draft);
  const args = argumentsOf(fragment, {
    _avatar: inspection.avatar.address,
    ...describedAs(fragment, draft.description ?? ""),
    ...values,
    ...(draft.kind === "reward" && { _rewards: rewardsOf(fragment, values) }),
    ...(draft.kind === "addGlobalConstraint" && {
      _voteToRemoveParams: draft.voteToRemoveParams ?? votesOf(scheme),
    }),
  });
  return { scheme, fragment, args };
}

/**
 * One call goes through the generic scheme for its receiver if there is one; all others go through a multi-call scheme.
 */
function encodeCalls(
  inspection: Inspection,
  draft: Extract<Draft, { readonly kind: "calls" }>,
): EncodedProposal {
  const [only] = draft.calls;
  const isMultiCall = ({ contract }: SchemeDescription): boolean =>
    contract.name === "GenericSchemeMultiCall";
  const isForIt = ({ parameters }: SchemeDescription): boolean => {
    if (draft.calls.length > 1 || parameters === undefined || isNotRead(parameters)) return false;
    return parameters.values.contractToCall === only!.to;
  };
  const isOneForIt = (each: SchemeDescription): boolean => !isMultiCall(each) && isForIt(each);
  // A multi-call scheme may refuse calls that its constraints do not list.
  const hasOne = inspection.schemes.some((each) => each.registered && isOneForIt(each));
  const scheme = schemeFor(inspection, draft, (each) =>
    hasOne && draft.through === undefined
      ? isOneForIt(each)
      : isMultiCall(each) || isOneForIt(each),
  );
  const abi = abiOf(scheme.contract)!;
  const isMulti = isMultiCall(scheme);
  const fragment = abi.getFunction(isMulti ? "proposeCalls" : "proposeCall");
  if (fragment === null) throw noWay(draft);
  const { calls, description = "" } = draft;
  const args = argumentsOf(fragment, {
    _avatar: inspection.avatar.address,
    ...describedAs(fragment, description),
    _callData: only!.data,
    _value: parseEther(only!.value),
    _contractsToCall: calls.map(({ to }) => to),
    // rc.45 takes all call data as one value, with a list of lengths.
    _callsData: fragment.inputs.some(({ name }) => name === "_callsDataLens")
      ? `0x${calls.map(({ data }) => data.slice(2)).join("")}`
      : calls.map(({ data }) => data),
    _callsDataLens: calls.map(({ data }) => (data.length - 2) / 2),
    _values: calls.map(({ value }) => parseEther(value)),
  });
  return { scheme, fragment, args };
}

function schemeFor(
  { schemes }: Inspection,
  draft: Draft,
  may: (scheme: SchemeDescription) => boolean,
): SchemeDescription {
  const able = schemes.filter((scheme) => scheme.registered && may(scheme));
  const found =
    draft.through === undefined
      ? able[0]
      : able.find(({ contract }) => contract.address === draft.through);
  if (found !== undefined) return found;
  const which = able.map(({ contract }) => `${contract.name} ${contract.address}`).join(", ");
  throw new UsageError(
    draft.through === undefined
      ? `No registered scheme of this DAO can propose this (${draft.kind}). \`dao-migrate inspect\` lists its schemes.`
      : `The scheme ${draft.through} cannot propose this (${draft.kind}). ${which === "" ? "None of this DAO's can." : `These can: ${which}.`}`,
  );
}

function noWay({ kind }: Draft): MigrationError {
  return new MigrationError(`The scheme's release has no function that proposes this (${kind}).`);
}

async function valuesOf(
  chain: Pick<ForkedChain, "read">,
  { token }: Inspection,
  draft: Exclude<Draft, { readonly kind: "calls" }>,
): Promise<Readonly<Record<string, unknown>>> {
  switch (draft.kind) {
    case "reward": {
      const { externalToken, externalTokens, tokens, ether, reputation } = draft;
      const decimals =
        externalToken === undefined
          ? 18n
          : ((await chain.read(externalToken, DECIMALS, "decimals", []))[0] as bigint);
      return {
        _reputationChange: parseEther(reputation),
        nativeTokens: inWei(tokens, tokenDecimals(token)),
        ether: parseEther(ether),
        externalTokens: inWei(externalTokens, Number(decimals)),
        periodLength: BigInt(draft.periodLength),
        periods: BigInt(draft.periods),
        _externalToken: externalToken ?? ZeroAddress,
        _beneficiary: draft.beneficiary,
        _proposer: ZeroAddress,
      };
    }
    case "registerScheme":
      return {
        _scheme: draft.scheme,
        _parametersHash: draft.paramsHash ?? ZeroHash,
        _permissions: draft.permissions,
        _isRegistering: true,
      };
    case "unregisterScheme":
      return { _scheme: draft.scheme };
    case "addGlobalConstraint":
      return {
        _gc: draft.constraint,
        _params: draft.paramsHash ?? ZeroHash,
      };
    case "removeGlobalConstraint":
      return { _gc: draft.constraint };
    case "upgradeController":
      return { _newController: draft.controller };
  }
}

/**
 * Hash of the parameters by which a scheme's proposals are decided. A constraint that is added with none can never be
 * removed by a vote.
 */
function votesOf({ contract, parameters }: SchemeDescription): string {
  const [vote] =
    parameters === undefined || isNotRead(parameters) ? [] : Object.values(parameters.votes);
  if (vote !== undefined) return vote.paramsHash;
  throw new UsageError(
    `The vote rules of ${contract.name} ${contract.address} could not be read, so the vote that would remove the constraint is unknown. ` +
      "Give its parameters in a file (--file): voteToRemoveParams.",
  );
}

/** Native tokens, ether, external tokens, and for schemes with periods their length and number. */
function rewardsOf(
  fragment: FunctionFragment,
  { nativeTokens, ether, externalTokens, periodLength, periods }: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  const all = [nativeTokens, ether, externalTokens, periodLength, periods];
  const { arrayLength } = fragment.inputs.find(({ name }) => name === "_rewards")!;
  return all.slice(0, arrayLength ?? all.length);
}

/** The description as text, or its hash where the release takes 32 bytes. */
function describedAs(
  { inputs }: FunctionFragment,
  description: string,
): Readonly<Record<string, string>> {
  const hashed = inputs.some(
    ({ name, type }) => name.endsWith("escriptionHash") && type === "bytes32",
  );
  const isHash = isHexString(description, 32);
  const value = hashed && !isHash ? hashOf(description) : description;
  return { _descriptionHash: value, _contributionDescriptionHash: value };
}

/** @throws Error for a parameter that this function does not know */
function argumentsOf(
  { inputs, name: functionName }: FunctionFragment,
  values: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  return inputs.map(({ name }) => {
    if (name in values) return values[name];
    throw new Error(`${functionName} has an unknown parameter ${name}.`);
  });
}
