import { getAddress } from "ethers";

import { isSameRegistration, withRegistered } from "../../../foundation/arc/permissions.js";
import type { SchemeDescription } from "../../../engine/inspect/description.js";
import { formatPath } from "../../../foundation/params/file/issues.js";
import type { SchemeResult } from "../../../foundation/result/result.js";
import type { DecidedChange } from "./decide-change.js";
import type { NeededProposal } from "./proposal-order.js";

const REGISTRAR = "SchemeRegistrar";

/** The schemes that the DAO must register, change and remove. */
export function schemeProposals(
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
    stage: contractName === REGISTRAR ? "registrars" : "schemes",
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
    stage: name === REGISTRAR ? "last" : "removals",
  };
}
