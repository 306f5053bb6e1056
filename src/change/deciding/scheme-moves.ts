import { PERMISSION, permits, withRegistered } from "../../arc/permissions.js";
import { getAddress } from "ethers";

import { formatPath } from "../../params/file/issues.js";
import type { SchemeDescription } from "../../inspect/description.js";
import type { SchemeResult } from "../../result/result.js";
import { MigrationError } from "../../support/errors.js";
import type { Existing } from "../finding/find-existing.js";
import type { Move } from "./move.js";

const REGISTRAR = "SchemeRegistrar";

/** A registration, as a controller stores it. */
interface Registration {
  readonly name: string;
  /** Whether it is a SchemeRegistrar, which proposes registering and removing schemes. */
  readonly isRegistrar: boolean;
  /** 4 bytes, with the bit that the controller adds. */
  readonly permissions: string;
  readonly paramsHash: string;
  /** Path in the file. */
  readonly where: string;
  readonly differences: readonly string[];
}

/** The schemes that the DAO must register, change and remove. */
export function schemeMoves(existing: Existing, schemes: readonly SchemeResult[]): readonly Move[] {
  const wanted = registrationsOf(existing, schemes);
  const current = registeredIn(existing);
  return [...registered(wanted, current), ...removed(wanted, current, existing)];
}

/** By address. If several entries have the same contract, the last one counts, as in a migration. */
function registrationsOf(
  { facts, differences: found }: Existing,
  schemes: readonly SchemeResult[],
): ReadonlyMap<string, Registration> {
  const paths = new Map(facts.wanted.schemes.map(({ index, path }) => [index, formatPath(path)]));
  return new Map(
    schemes.flatMap((scheme, index): [string, Registration][] => {
      const where = paths.get(index);
      if (where === undefined) return [];
      const { name, alias, address, permissions, paramsHash } = scheme;
      const differences = found.get(index) ?? [];
      return [
        [
          address.toLowerCase(),
          {
            name: alias ?? name,
            isRegistrar: name === REGISTRAR,
            permissions: withRegistered(permissions),
            paramsHash,
            where,
            differences,
          },
        ],
      ];
    }),
  );
}

function registeredIn({ inspection }: Existing): ReadonlyMap<string, SchemeDescription> {
  return new Map(
    inspection.schemes
      .filter(({ registered: is }) => is)
      .map((scheme) => [scheme.contract.address.toLowerCase(), scheme]),
  );
}

function registered(
  wanted: ReadonlyMap<string, Registration>,
  current: ReadonlyMap<string, SchemeDescription>,
): readonly Move[] {
  return [...wanted].flatMap(([address, registration]): readonly Move[] => {
    const { name, isRegistrar, permissions, paramsHash, where, differences } = registration;
    const is = current.get(address);
    const isSame =
      is !== undefined &&
      BigInt(is.permissions.bytes) === BigInt(permissions) &&
      is.paramsHash.toLowerCase() === paramsHash.toLowerCase();
    if (isSame) return [];
    return [
      {
        key: `register/${where}`,
        draft: {
          kind: "registerScheme",
          scheme: getAddress(address),
          permissions,
          paramsHash,
        },
        why:
          is !== undefined
            ? `${name} gets other permissions or parameters.`
            : differences.length === 0
              ? `${name} is in the file but not registered.`
              : `${name} is deployed and registered again: a scheme cannot change what it was set up with.`,
        ...(differences.length > 0 && { differences }),
        stage: isRegistrar ? "registrars" : "schemes",
      },
    ];
  });
}

function removed(
  wanted: ReadonlyMap<string, Registration>,
  current: ReadonlyMap<string, SchemeDescription>,
  { facts, keptDeployer }: Existing,
): readonly Move[] {
  const matches = new Map(
    facts.matches.map(({ wanted: { name }, scheme }) => [scheme?.contract.address, name]),
  );
  return [...current].flatMap(([address, { contract }]): readonly Move[] => {
    if (wanted.has(address) || contract.address === keptDeployer) return [];
    const replaced = matches.get(contract.address);
    const name = contract.name ?? (contract.code === "account" ? "An account" : "Unknown code");
    return [
      {
        key: `unregister/${contract.address}`,
        draft: { kind: "unregisterScheme", scheme: contract.address },
        why:
          replaced === undefined
            ? `${name} ${contract.address} is registered but not in the file.`
            : `${name} ${contract.address} is replaced by the new ${replaced}.`,
        stage: contract.name === REGISTRAR ? "last" : "removals",
      },
    ];
  });
}

/**
 * Refuses a file after which nothing could ever register a scheme again.
 * @throws MigrationError if no scheme could register schemes after the change
 */
export function refuseLock(existing: Existing, schemes: readonly SchemeResult[]): void {
  const may = (permissions: string): boolean => permits(permissions, PERMISSION.REGISTER_SCHEMES);
  const hasNow = existing.inspection.schemes.some(
    ({ registered: is, permissions }) => is && may(permissions.bytes),
  );
  const will = schemes.some(({ permissions }) => may(permissions));
  if (will || !hasNow || existing.keptDeployer !== undefined) return;
  throw new MigrationError(
    "After this change, nothing could ever register, change or remove a scheme of the DAO again: no scheme in the " +
      "file may register schemes. Keep a SchemeRegistrar in the file, or pass --force if the DAO is meant to be locked.",
  );
}
