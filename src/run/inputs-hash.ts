import { createHash } from "node:crypto";

import type { PreparedMigration } from "./prepare.js";
import type { BaseResult } from "../result/result.js";

/**
 * Hash of everything that decides the steps of a migration and what they do, but for what the
 * journal's header holds itself.
 */
export function inputsHash(
  { sections, release, dao }: PreparedMigration,
  base: BaseResult | undefined,
  testAccounts: readonly string[],
): string {
  const custom = [...(dao?.artifacts.custom ?? [])].map(([name, { abi, bytecode }]) => [
    name,
    abi,
    bytecode,
  ]);
  const inputs = {
    sections,
    arcVersion: release.version,
    parameters: dao?.parameters,
    custom,
    base: sections.includes("base") ? undefined : base,
    testAccounts,
  };
  const text = JSON.stringify(inputs, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  return createHash("sha256").update(text).digest("hex");
}
