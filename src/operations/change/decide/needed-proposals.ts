import { getAddress } from "ethers";

import { isSameRegistration, withRegistered } from "../../../foundation/arc/permissions.js";
import { rangeOf } from "../../../foundation/arc/versions.js";
import { ERC20, OPERATORS } from "../../../foundation/chain/erc20.js";
import { makes } from "../../../engine/governance/proposal-kinds.js";
import type {
  AllowanceDescription,
  SchemeDescription,
} from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import type { SchemeResult } from "../../../foundation/result/result.js";
import type { DecidedChange } from "./decide-change.js";
import { founderProposals } from "./founder-proposals.js";
import { canBeMade, inOrder, type NeededProposal } from "./proposal-order.js";

/**
 * Everything that the DAO must accept, in an order that works.
 * @param made the schemes of the file, and the new controller that they are registered with
 * @param description of all proposals
 */
export function neededProposals(
  decided: DecidedChange,
  made: { readonly schemes: readonly SchemeResult[]; readonly controller?: string },
  description?: string,
): readonly NeededProposal[] {
  const { schemes, controller } = made;
  const assets = [...founderProposals(decided), ...allowanceProposals(decided), ...decided.calls];
  const proposals = inOrder(
    controller === undefined
      ? [...constraintProposals(decided), ...schemeProposals(decided, schemes), ...assets]
      : withController(decided, controller, assets),
  );
  if (description === undefined) return proposals;
  return proposals.map((each) => ({ ...each, draft: { ...each.draft, description } }));
}

/**
 * Adds the upgrade to a new controller, which brings the file's schemes and no constraints. What the DAO can pay now
 * comes before it, because the current schemes lose their permissions with the upgrade. The rest is left to the new
 * schemes.
 */
function withController(
  decided: DecidedChange,
  controller: string,
  assets: readonly NeededProposal[],
): readonly NeededProposal[] {
  const all = assets.map((each): NeededProposal => {
    return canBeMade(decided.inspection, each) ? each : { ...each, stage: "afterwards" };
  });
  const pays = all.some(({ stage }) => stage === "assets");
  return [
    ...(pays ? constraintProposals(decided) : []),
    ...all,
    controllerProposal(decided, controller),
  ];
}

function controllerProposal(
  { inspection: { controller }, facts: { wanted } }: DecidedChange,
  newController: string,
): NeededProposal {
  const { address, name = "unknown code", releases, universal } = controller;
  const is = releases === undefined ? name : `${name} of Arc ${rangeOf(releases)}`;
  const kind = universal ? ", which serves many DAOs" : "";
  return {
    key: "upgrade/controller",
    draft: { kind: "upgradeController", controller: newController },
    why:
      `The DAO's controller ${address} is ${is}${kind}. The new one is Controller of Arc ${wanted.release}, and has ` +
      "the schemes of the file and no others.",
    stage: "controller",
  };
}

/**
 * Removes all global constraints, because no file asks for any. This comes first, because they might refuse the rest.
 */
export function constraintProposals({
  inspection: { globalConstraints },
}: Pick<DecidedChange, "inspection">): readonly NeededProposal[] {
  if (isNotRead(globalConstraints)) return [];
  return globalConstraints.map(({ contract: { address, name = "Unknown code" } }) => ({
    key: `removeConstraint/${address}`,
    draft: { kind: "removeGlobalConstraint", constraint: address },
    why: `${name} ${address} may refuse what the controller does, and no file asks for a global constraint.`,
    stage: "constraints",
  }));
}

/** Revokes all allowances, because no file lets anybody take tokens from the avatar. */
export function allowanceProposals({
  inspection: { allowances },
}: Pick<DecidedChange, "inspection">): readonly NeededProposal[] {
  if (isNotRead(allowances)) return [];
  // Whether a token that does not answer has none left is never known.
  const known = allowances.filter(({ amount }) => !isNotRead(amount));
  return known.map(({ token, spender, operator }) => ({
    key: `allowance/${token}/${spender}${operator === undefined ? "" : `/${operator}`}`,
    draft: {
      kind: "calls",
      calls: [{ to: token, data: revoking(spender, operator), value: "0" }],
    },
    why: `${spender} may take tokens of ${token} from the avatar, and no file lets anybody do so.`,
    stage: "assets",
  }));
}

function revoking(spender: string, operator: AllowanceDescription["operator"]): string {
  if (operator === undefined) return ERC20.encodeFunctionData("approve", [spender, 0n]);
  return operator === "isOperatorFor"
    ? OPERATORS.encodeFunctionData("revokeOperator", [spender])
    : OPERATORS.encodeFunctionData("setApprovalForAll", [spender, false]);
}

function schemeProposals(
  { inspection, facts, differences, keptDeployer }: DecidedChange,
  schemes: readonly SchemeResult[],
): readonly NeededProposal[] {
  const current = new Map(
    inspection.schemes
      .filter(({ registered }) => registered)
      .map((scheme) => [scheme.contract.address.toLowerCase(), scheme]),
  );
  // By address: if several entries have the same contract, the last one counts, as in a migration.
  const wanted = new Map(
    facts.wanted.schemes.map(({ index, path }) => {
      const scheme = schemes[index]!;
      const where = formatPath(path);
      return [scheme.address.toLowerCase(), { scheme, where, differs: differences.get(index) }];
    }),
  );
  const names = new Map(
    facts.matches.map(({ wanted: { name }, scheme }) => [scheme?.contract.address, name]),
  );
  return [
    ...[...wanted].flatMap(([address, { scheme, where, differs }]) => {
      const registered = current.get(address);
      if (registered !== undefined && isSameRegistration(registered, scheme)) return [];
      return [registration(scheme, where, { isNew: registered === undefined, differs })];
    }),
    ...[...current]
      .filter(
        ([address, { contract }]) => !wanted.has(address) && contract.address !== keptDeployer,
      )
      .map(([, { contract }]) => removal(contract, names.get(contract.address))),
  ];
}

function registration(
  { name: contractName, alias: name = contractName, address, ...stored }: SchemeResult,
  where: string,
  { isNew, differs }: { readonly isNew: boolean; readonly differs?: readonly string[] },
): NeededProposal {
  const { paramsHash } = stored;
  const permissions = withRegistered(stored.permissions);
  return {
    key: `register/${where}`,
    draft: { kind: "registerScheme", scheme: getAddress(address), permissions, paramsHash },
    why: !isNew
      ? `${name} gets other permissions or parameters.`
      : differs === undefined
        ? `${name} is in the file but not registered.`
        : `${name} is deployed and registered again: a scheme cannot change what it was set up with.`,
    differences: differs,
    stage: makes(contractName, "registerScheme") ? "registrars" : "schemes",
  };
}

function removal(
  { address, name, code }: SchemeDescription["contract"],
  replacedBy: string | undefined,
): NeededProposal {
  const what = name ?? (code === "account" ? "An account" : "Unknown code");
  return {
    key: `unregister/${address}`,
    draft: { kind: "unregisterScheme", scheme: address },
    why:
      replacedBy === undefined
        ? `${what} ${address} is registered but not in the file.`
        : `${what} ${address} is replaced by the new ${replacedBy}.`,
    stage: makes(name, "registerScheme") ? "last" : "removals",
  };
}
