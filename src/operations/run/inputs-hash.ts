import { createHash } from "node:crypto";

import type { Network } from "../../foundation/chain/networks.js";
import type { MigrationIdentity } from "../../engine/execution/journal/migration-identity.js";
import type { BaseResult } from "../../foundation/result/result.js";
import type { PreparedMigration } from "./prepare.js";

/** Hashes everything that determines a migration's steps, except what the journal's header contains itself. */
export function hashInputs(
  { sections, release, dao, change }: PreparedMigration,
  base: BaseResult | undefined,
  testAccounts: readonly string[],
  { stakingToken, registryOwner }: Pick<Network, "stakingToken" | "registryOwner">,
): MigrationIdentity["inputs"] {
  return {
    sections: hashOf(change === undefined ? sections : ["change", change.avatar]),
    arcVersion: hashOf(release.version),
    parameters: hashOf(dao?.parameters),
    customContracts: hashOf(customContractsOf(dao)),
    base: hashOf(sections.includes("base") ? undefined : base),
    testAccounts: hashOf(testAccounts),
    network: hashOf([stakingToken, registryOwner]),
  };
}

/** Hash of everything that a DAO is made from, except the base: parameters, release and custom contracts. */
export function hashDaoInputs({ release, dao }: PreparedMigration): string {
  return hashOf({
    arcVersion: release.version,
    parameters: dao?.parameters,
    custom: customContractsOf(dao),
  });
}

/** The same hash for a demo test, which has no parameters. */
export function hashDemoInputs(
  { release }: PreparedMigration,
  testAccounts: readonly string[],
): string {
  return hashOf({ arcVersion: release.version, testAccounts });
}

function customContractsOf(dao: PreparedMigration["dao"]): readonly unknown[] {
  return [...(dao?.artifacts.custom ?? [])].map(([name, { abi, bytecode }]) => [
    name,
    abi,
    bytecode,
  ]);
}

function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, field: unknown) =>
    typeof field === "bigint" ? field.toString() : field,
  ) as string | undefined;
  return createHash("sha256")
    .update(text ?? "")
    .digest("hex");
}
