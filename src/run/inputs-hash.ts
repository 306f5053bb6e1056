import { createHash } from "node:crypto";

import type { MigrationIdentity } from "../execution/journal/migration-identity.js";
import type { BaseResult } from "../result/result.js";
import type { PreparedMigration } from "./prepare.js";

/**
 * Hashes everything that determines a migration's steps, except what the journal's header contains itself: one hash of
 * everything, and one of each input.
 */
export function hashInputs(
  { sections, release, dao, change }: PreparedMigration,
  base: BaseResult | undefined,
  testAccounts: readonly string[],
): Required<Pick<MigrationIdentity, "inputs" | "inputHashes">> {
  const customContracts = customContractsOf(dao);
  const builtOn = sections.includes("base") ? undefined : base;
  const arcVersion = release.version;
  const parameters = dao?.parameters;
  return {
    // Journals of unfinished migrations contain this hash, so its names and their order must not change.
    inputs: hashOf({
      sections,
      arcVersion,
      parameters,
      custom: customContracts,
      base: builtOn,
      testAccounts,
      ...(change !== undefined && { change: change.avatar }),
    }),
    inputHashes: {
      sections: hashOf(change === undefined ? sections : ["change", change.avatar]),
      arcVersion: hashOf(arcVersion),
      parameters: hashOf(parameters),
      customContracts: hashOf(customContracts),
      base: hashOf(builtOn),
      testAccounts: hashOf(testAccounts),
    },
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
