import { ArcError } from "../arc-error.js";
import { DEFAULT_ARC_VERSION } from "../versions.js";

const ARC = "@daostack/arc";

/** The predecessor of this tool: the only package that has the releases Arc did not publish itself. */
export const PREDECESSOR_PACKAGE = "@daostack/migration@0.0.1-rc.57-v1";

/** DAORegistry is in no Arc release. A later arc-hive has another constructor. */
export const REGISTRY_PACKAGE = "@daostack/arc-hive@0.0.1-rc.4";
export const REGISTRY_CONTRACT = "DAORegistry";

/**
 * Arc's Hardhat builds have the voting machines and Reputation only as nested copies, which differ in
 * metadata from the package that Arc depends on and that earlier tools deployed.
 */
export const INFRA_PACKAGE = "@daostack/infra@0.0.1-rc.21";
export const INFRA_CONTRACTS: readonly string[] = [
  "GenesisProtocol",
  "AbsoluteVote",
  "QuorumVote",
  "Reputation",
];

/** What the built package carries, so that the default release needs no network. */
export const CARRIED_PACKAGES: readonly string[] = [
  arcPackage(DEFAULT_ARC_VERSION),
  INFRA_PACKAGE,
  REGISTRY_PACKAGE,
];

export function arcPackage(version: string): string {
  return `${ARC}@${version}`;
}

export function isArcPackage(packageSpec: string): boolean {
  return packageSpec.startsWith(`${ARC}@`);
}

/** Hashes by package, such as `@daostack/arc@0.0.1-rc.57`: an algorithm, `-`, and base64. */
export type Pins = Readonly<Record<string, string>>;

/** @throws ArcError for a package that nobody pinned. */
export function pinOf(packageSpec: string, pins: Pins): string {
  const pin = Object.hasOwn(pins, packageSpec) ? pins[packageSpec] : undefined;
  if (pin !== undefined) return pin;
  throw new ArcError(`${packageSpec} is not pinned, so it cannot be checked or used.`);
}
