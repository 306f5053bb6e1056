import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

import { MigrationError } from "../support/errors.js";
import { chainIdOf, type NetworkName } from "../chain/networks.js";
import { legacySections } from "./legacy.js";
import type { MigrationResult, ResultSections } from "./result.js";
import type { ChainIdentity } from "../chain/identity.js";
import { requireWritable, writeWhole } from "../support/write-file.js";

/** What is left of a result when a migration begins anew: the base, where it does not make one. */
export function restarted(
  { base }: ResultSections,
  making: readonly (keyof ResultSections)[],
): ResultSections {
  return base === undefined || making.includes("base") ? {} : { base };
}

/**
 * The file that a migration reads its base from and writes its result to. Opening it makes every
 * check that could fail at the end of a migration, before anything is sent.
 */
export class ResultFile {
  readonly path: string;
  /** What the file holds of this chain. */
  readonly sections: ResultSections;
  readonly #chain: ChainIdentity;
  readonly #ofPredecessor: boolean;

  /**
   * Reads a file in our shape or one of the predecessor's two; one that is not there has no sections.
   * @param arcVersion which release's sections are wanted of a predecessor's file, which holds many
   * @throws MigrationError where the file is not a result, belongs to another chain, or could not be
   *   written
   */
  static async open(path: string, chain: ChainIdentity, arcVersion: string): Promise<ResultFile> {
    const content = await readJson(path);
    await requireWritable(path);
    const ofPredecessor = content !== undefined && !("chainId" in content);
    let sections: ResultSections = {};
    if (ofPredecessor) sections = legacySections(content, path, chain.name, arcVersion);
    else if (content !== undefined) sections = ownSections(content, path, chain);
    return new ResultFile(path, chain, sections, ofPredecessor);
  }

  private constructor(
    path: string,
    chain: ChainIdentity,
    sections: ResultSections,
    ofPredecessor: boolean,
  ) {
    this.path = path;
    this.#chain = chain;
    this.sections = sections;
    this.#ofPredecessor = ofPredecessor;
  }

  /** Where a predecessor's file is kept once ours takes its place: it may hold other networks. */
  get predecessorPath(): string | undefined {
    return this.#ofPredecessor ? `${this.path}.predecessor` : undefined;
  }

  /**
   * Writes the sections that a migration made, beside those of the same chain that it did not. The
   * file is written whole or not at all.
   */
  async write(made: ResultSections): Promise<MigrationResult> {
    const { name, chainId, genesis, inProcess } = this.#chain;
    const result: MigrationResult = {
      network: name,
      chainId,
      genesis,
      ...(inProcess && { inProcess }),
      ...this.sections,
      ...made,
    };
    const text = `${JSON.stringify(result, null, 2)}\n`;
    await writeWhole(this.path, text, {
      beforeReplacing: async () => {
        if (this.predecessorPath !== undefined) await keep(this.path, this.predecessorPath);
      },
    });
    return result;
  }
}

/**
 * What a result file holds of a network, whichever chain it is of.
 * @returns undefined where there is no file, or nothing of that network in it
 */
export async function readResultOf(
  path: string,
  network: NetworkName,
  arcVersion: string,
): Promise<MigrationResult | undefined> {
  const content = await readJson(path);
  if (content === undefined) return undefined;
  if ("chainId" in content) {
    const file = content as unknown as MigrationResult;
    return file.network === network ? file : undefined;
  }
  const sections = legacySections(content, path, network, arcVersion);
  if (Object.keys(sections).length === 0) return undefined;
  return { network, chainId: chainIdOf(network) ?? 0, ...sections };
}

function ownSections(
  content: Readonly<Record<string, unknown>>,
  path: string,
  chain: ChainIdentity,
): ResultSections {
  const file = content as unknown as MigrationResult;
  // A chain that ended with its process is nobody's any more.
  if (file.inProcess === true) return {};
  if (chain.inProcess || file.chainId !== chain.chainId) {
    throw new MigrationError(
      `${path} belongs to another chain: ${describe(file)}. This is ${describe(chain)}. ` +
        "Name another file with --output, or move that one away.",
    );
  }
  if (file.genesis !== undefined && file.genesis !== chain.genesis) {
    throw new MigrationError(
      `${path} is of the same chain id ${chain.chainId} but of another chain: its first block is ` +
        `${file.genesis}, this chain's is ${chain.genesis}. A development chain that was restarted is a ` +
        "new chain. Delete the file, or name another one with --output.",
    );
  }
  const { base, dao, test } = file;
  return {
    ...(base !== undefined && { base }),
    ...(dao !== undefined && { dao }),
    ...(test !== undefined && { test }),
  };
}

/** Copies a file aside, unless that was done before. */
async function keep(path: string, aside: string): Promise<void> {
  // Whole, too: after a kill, half a copy would count as one that was made before.
  if (!existsSync(aside)) await writeWhole(aside, await readFile(path));
}

async function readJson(path: string): Promise<Record<string, unknown> | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new MigrationError(
      `${path} cannot be read: ${(error as Error).message}. Name another file with --output.`,
      { cause: error },
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new MigrationError(
      `${path} is not JSON: ${(error as Error).message}. It should hold a migration's result; ` +
        "name another file with --output, or move that one away.",
      { cause: error },
    );
  }
  if (typeof content !== "object" || content === null || Array.isArray(content)) {
    throw new MigrationError(
      `${path} should hold a migration's result, an object with the sections base, dao and test. ` +
        "Name another file with --output, or move that one away.",
    );
  }
  return content as Record<string, unknown>;
}

function describe(chain: {
  readonly chainId: number;
  readonly network?: string;
  readonly name?: string;
  readonly inProcess?: boolean;
}): string {
  const name = chain.network ?? chain.name ?? "private";
  return `${name}, chain id ${chain.chainId}${chain.inProcess === true ? ", a simulated network in this process" : ""}`;
}
