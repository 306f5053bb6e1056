import { createHash } from "node:crypto";

import type { MigrationIdentity } from "../execution/journal/migration-identity.js";
import type { BaseResult } from "../result/result.js";
import type { PreparedMigration } from "./prepare.js";

/**
 * Hashes of everything that decides the steps of a migration and what they do, but for what the
 * journal's header holds itself: one of all, and one of each input.
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
    // Open journals have this hash: the names in it and their order have to stay.
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

/** Hash of what a DAO is made from, on whichever base: parameters, release and custom contracts. */
export function hashDaoInputs({ release, dao }: PreparedMigration): string {
  return hashOf({
    arcVersion: release.version,
    parameters: dao?.parameters,
    custom: customContractsOf(dao),
  });
}

/** The same of a demo test, which has no parameters. */
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
