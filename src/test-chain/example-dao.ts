import { readFile } from "node:fs/promises";

import type { ArcRelease } from "../arc/artifact.js";
import { packageFile } from "../support/package.js";

interface ExampleFounder {
  readonly address: string;
}

interface NamedContract {
  readonly name: string;
  readonly fromArc?: boolean;
}

/** The parts of the packaged example that are adapted here. */
interface ExampleParameters {
  readonly founders: readonly ExampleFounder[];
  readonly StandAloneContracts: readonly NamedContract[];
  readonly GenericScheme?: readonly object[];
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
  const example = await readExample();
  const founders = example.founders
    .slice(0, accounts.length)
    .map((founder, index) => ({ ...founder, address: accounts[index] }));

  const names = [
    ...example.StandAloneContracts.map(({ name }) => name),
    ...Object.keys(example.CustomSchemes),
  ];
  const complete = names.every((name) => release.has(name));
  return { ...(complete ? example : withoutContracts(example)), founders };
}

/** True for a file that holds the example as it is packaged, or without its contracts: it can be had again. */
export async function isExample(text: string): Promise<boolean> {
  try {
    const found = JSON.stringify(JSON.parse(text));
    const example = await readExample();
    return [example, withoutContracts(example)].some((own) => JSON.stringify(own) === found);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

async function readExample(): Promise<ExampleParameters> {
  const text = await readFile(packageFile("migration-params.json"), "utf8");
  return JSON.parse(text) as ExampleParameters;
}

function withoutContracts(example: ExampleParameters): ExampleParameters {
  return {
    ...example,
    StandAloneContracts: [{ name: TARGET, fromArc: true }],
    GenericScheme: [{ targetContract: { StandAloneContract: 0 } }],
    CustomSchemes: {},
  };
}
