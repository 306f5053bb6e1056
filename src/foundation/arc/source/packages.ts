/** Written by scripts/pin-arc-releases.mjs. */
import { ArcError } from "../arc-error.js";
import { DEFAULT_ARC_VERSION } from "../versions.js";
import pins from "./pins.json" with { type: "json" };

const ARC = "@daostack/arc";

/** This tool's predecessor: the only package with the releases that Arc did not publish itself. */
export const PREDECESSOR_PACKAGE = "@daostack/migration@0.0.1-rc.57-v1";

/** DAORegistry is in no Arc release. Later versions of arc-hive have another constructor. */
export const REGISTRY_PACKAGE = "@daostack/arc-hive@0.0.1-rc.4";
export const REGISTRY_CONTRACT = "DAORegistry";

/**
 * Arc's Hardhat builds have the voting machines and Reputation only as nested copies. Their metadata differs from that
 * in the package that Arc depends on and that earlier tools deployed.
 */
export const INFRA_PACKAGE = "@daostack/infra@0.0.1-rc.21";
export const INFRA_CONTRACTS: readonly string[] = [
  "GenesisProtocol",
  "AbsoluteVote",
  "QuorumVote",
  "Reputation",
];

/** Packages inside the built package, so that the default release needs no network. */
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

/** Such as `arc-0.0.1-rc.57`, without an extension. */
export function fileNameOf(packageSpec: string): string {
  return packageSpec.replace(/^@\w+\//, "").replace("@", "-");
}

/** Hashes by package, such as `@daostack/arc@0.0.1-rc.57`. A hash is an algorithm, `-`, and base64. */
export type Pins = Readonly<Record<string, string>>;

/** The sha512 integrity of every tarball that is fetched. */
export const TARBALL_PINS: Pins = pins.tarballs;

/** The sha256 of what each package consists of, as archive.ts puts it together. */
export const CONTENT_PINS: Pins = pins.contents;

/** @throws ArcError for a package without a pin */
export function pinOf(packageSpec: string, pins: Pins): string {
  const pin = Object.hasOwn(pins, packageSpec) ? pins[packageSpec] : undefined;
  if (pin !== undefined) return pin;
  throw new ArcError(`${packageSpec} is not pinned, so it cannot be checked or used.`);
}

/** Where truffle and Arc's Hardhat builds put build files, relative to the package's root. */
export const BUILD_FOLDER = "build/contracts/";

/** Whether a path relative to the package's root, with forward slashes, is a contract's build file. */
export function isBuildFile(path: string): boolean {
  return (
    path.startsWith(BUILD_FOLDER) &&
    path.endsWith(".json") &&
    !path.endsWith(".dbg.json") &&
    !path.includes("/build-info/")
  );
}

/** Whether a build file is directly in the folder. Hardhat nests those of dependencies. */
export function isFlat(path: string): boolean {
  return !path.slice(BUILD_FOLDER.length).includes("/");
}
