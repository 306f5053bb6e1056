import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";

import type { ArcRelease } from "../arc/artifact.js";
import { packageFile } from "../support/package.js";
import type { CustomSchemeParameters, DaoSection } from "./file/migration-parameters.js";

/** The parts of the packaged example that are changed here. */
type ExampleParameters = Required<Pick<DaoSection, "founders" | "StandAloneContracts">> & {
  readonly CustomSchemes: Readonly<Record<string, readonly CustomSchemeParameters[]>>;
};

/** The contract that the example's generic scheme calls. */
const TARGET = "ActionMock";

export function exampleFile(): string {
  return packageFile("migration-params.json");
}

/**
 * The example DAO's parameters for a release. If the release lacks one of the example's own contracts, or has it with
 * other parameters, the DAO gets only the built-in schemes.
 * @param accounts founders, such as a test chain's accounts, so that tests can vote; default: the file's own
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

/** Marks a copy of the example, so that it is not mistaken for a project's own parameters. */
const MARK =
  "The example DAO, written by dao-test-chain. Remove this line to make the parameters your own.";

/** {@link exampleParameters} as text for a file, with a mark that {@link isExample} recognizes. */
export async function writtenExample(
  release: ArcRelease,
  accounts: readonly string[],
): Promise<object> {
  return { $comment: MARK, ...(await exampleParameters(release, accounts)) };
}

/** Whether a text is the packaged example, or a copy that this package wrote. */
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

/** Whether a release has every contract of the example, with the same number of arguments. */
function isComplete(
  { StandAloneContracts, CustomSchemes }: ExampleParameters,
  release: ArcRelease,
): boolean {
  const takes = (name: string, count: number | undefined): boolean =>
    release.has(name) &&
    (count === undefined ||
      // Does not use arc/abi.js, which loads ethers: that takes as long as starting a test chain.
      release
        .artifact(name)
        .abi.some((entry) => entry.name === "initialize" && entry.inputs?.length === count));
  // The avatar is a scheme's first argument, and is not in params.
  const schemes = Object.entries(CustomSchemes).flatMap(([name, entries]) =>
    entries.map(({ params = [] }) => takes(name, params.length + 1)),
  );
  return [
    ...StandAloneContracts.map(({ name, params }) => takes(name, params?.length)),
    ...schemes,
  ].every(Boolean);
}

function withoutContracts(example: ExampleParameters): object {
  return {
    ...example,
    StandAloneContracts: [{ name: TARGET, fromArc: true }],
    GenericScheme: [{ targetContract: { StandAloneContract: 0 } }],
    CustomSchemes: {},
  };
}
