import { readFile } from "node:fs/promises";

import type { ArcRelease } from "../arc/artifact.js";
import { packageFile } from "../package-file.js";

interface ExampleFounder {
  readonly address: string;
}

interface NamedContract {
  readonly name: string;
}

/** The parts of the packaged example that are adapted here. */
interface ExampleParameters {
  readonly founders: readonly ExampleFounder[];
  readonly StandAloneContracts: readonly NamedContract[];
  readonly CustomSchemes: Readonly<Record<string, unknown>>;
}

/** What the generic scheme of the example calls. */
const TARGET = "ActionMock";

/**
 * Parameters of the example DAO that this package carries, for a chain and a release.
 *
 * The founders are the chain's first accounts, so that a test can vote. A release that lacks any of
 * the example's contracts of their own gets the DAO with the built-in schemes alone.
 */
export async function exampleParameters(
  accounts: readonly string[],
  release: ArcRelease,
): Promise<object> {
  const text = await readFile(packageFile("migration-params.json"), "utf8");
  const example = JSON.parse(text) as ExampleParameters;
  const founders = example.founders
    .slice(0, accounts.length)
    .map((founder, index) => ({ ...founder, address: accounts[index] }));

  const names = [
    ...example.StandAloneContracts.map(({ name }) => name),
    ...Object.keys(example.CustomSchemes),
  ];
  if (names.every((name) => release.has(name))) return { ...example, founders };
  return {
    ...example,
    founders,
    StandAloneContracts: [{ name: TARGET, fromArc: true }],
    GenericScheme: [{ targetContract: { StandAloneContract: 0 } }],
    CustomSchemes: {},
  };
}
