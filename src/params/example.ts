import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";

import type { ArcRelease } from "../arc/artifact.js";
import { packageFile } from "../support/package.js";

interface ExampleFounder {
  readonly address: string;
}

interface NamedContract {
  readonly name: string;
  readonly fromArc?: boolean;
  readonly params?: readonly unknown[];
}

/** The parts of the packaged example that are adapted here. */
interface ExampleParameters {
  readonly founders: readonly ExampleFounder[];
  readonly StandAloneContracts: readonly NamedContract[];
  readonly GenericScheme?: readonly object[];
  readonly CustomSchemes: Readonly<
    Record<string, readonly { readonly params?: readonly unknown[] }[]>
  >;
}

/** What the generic scheme of the example calls. */
const TARGET = "ActionMock";

/** The parameters file that this package carries. */
export function exampleFile(): string {
  return packageFile("migration-params.json");
}

/**
 * Parameters of the example DAO, for a release: one that lacks any of the example's own contracts, or
 * has it with other parameters, gets the DAO with the built-in schemes alone.
 * @param accounts founders, such as a test chain's accounts so that a test can vote; without them the
 *   file's own
 */
export async function exampleParameters(
  release: ArcRelease,
  accounts?: readonly string[],
): Promise<object> {
  const example = await readExample();
  const adapted = isComplete(example, release) ? example : withoutContracts(example);
  if (accounts === undefined) return adapted;
  const founders = example.founders
    .slice(0, accounts.length)
    .map((founder, index) => ({ ...founder, address: accounts[index] }));
  return { ...adapted, founders };
}

/** Marks a copy of the example as ours: it is not the parameters of a project's own DAO. */
const MARK =
  "The example DAO, written by dao-test-chain. Remove this line to make the parameters your own.";

/** {@link exampleParameters} for a file: marked, so that {@link isExample} knows it. */
export async function writtenExample(
  release: ArcRelease,
  accounts: readonly string[],
): Promise<object> {
  return { $comment: MARK, ...(await exampleParameters(release, accounts)) };
}

/** Whether a text is the example as it is packaged, or a copy that this package wrote. */
export async function isExample(text: string): Promise<boolean> {
  try {
    const content = JSON.parse(text) as { readonly $comment?: unknown } | null;
    return content?.$comment === MARK || isDeepStrictEqual(content, await readExample());
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

async function readExample(): Promise<ExampleParameters> {
  return JSON.parse(await readFile(exampleFile(), "utf8")) as ExampleParameters;
}

/** Whether a release has every contract of the example, each taking as many arguments as are there. */
function isComplete(
  { StandAloneContracts, CustomSchemes }: ExampleParameters,
  release: ArcRelease,
): boolean {
  const takes = (name: string, count: number | undefined): boolean =>
    release.has(name) &&
    (count === undefined ||
      // Not by arc/abi.js, which loads ethers: that takes as long as a test chain's start.
      release
        .artifact(name)
        .abi.some((entry) => entry.name === "initialize" && entry.inputs?.length === count));
  // Of a scheme the avatar comes first, and is not in params.
  const schemes = Object.entries(CustomSchemes).flatMap(([name, entries]) =>
    entries.map(({ params = [] }) => takes(name, params.length + 1)),
  );
  return [
    ...StandAloneContracts.map(({ name, params }) => takes(name, params?.length)),
    ...schemes,
  ].every(Boolean);
}

function withoutContracts(example: ExampleParameters): ExampleParameters {
  return {
    ...example,
    StandAloneContracts: [{ name: TARGET, fromArc: true }],
    GenericScheme: [{ targetContract: { StandAloneContract: 0 } }],
    CustomSchemes: {},
  };
}
