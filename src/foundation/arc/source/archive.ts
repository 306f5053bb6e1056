import { createHash } from "node:crypto";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { madeOnce } from "../../support/once.js";
import type { ArcRelease, Artifact } from "../artifact.js";
import { missingContract } from "../release-history.js";

/**
 * The format in which a package's artifacts are stored: compressed, and inside
 *
 *     {"package":"@daostack/arc@0.0.1-rc.57","contracts":[["Avatar",0,8123],...]}\n
 *     the artifacts as JSON, each at the offset and length in bytes that the index says
 *
 * The pin is the hash of all this, so nothing in an archive is trusted, not even a name, before it is known to match
 * what was published. The compressed bytes are not pinned, because they differ between versions of Node.
 */
export const ARCHIVE_FORMAT = 2;

/** The largest release takes 1.6 MB. */
const LARGEST_CONTENT = 32 * 1024 * 1024;
const NEWLINE = "\n".charCodeAt(0);

interface ArchiveIndex {
  readonly package: string;
  readonly contracts: readonly (readonly [name: string, offset: number, length: number])[];
}

/**
 * A package's artifacts as bytes, independent of their order.
 * @param packageSpec their package, such as `@daostack/arc@0.0.1-rc.57`
 */
export function archiveContent(packageSpec: string, artifacts: Iterable<Artifact>): Buffer {
  const contracts: [string, number, number][] = [];
  const bodies: Buffer[] = [];
  let offset = 0;
  const sorted = [...artifacts].sort((a, b) => (a.contractName < b.contractName ? -1 : 1));
  for (const artifact of sorted) {
    const body = Buffer.from(JSON.stringify(artifact));
    contracts.push([artifact.contractName, offset, body.length]);
    bodies.push(body);
    offset += body.length;
  }
  const index: ArchiveIndex = { package: packageSpec, contracts };
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...bodies]);
}

/** The pin of a package's content: `sha256-` and base64. */
export function contentPin(content: Buffer): string {
  return `sha256-${createHash("sha256").update(content).digest("base64")}`;
}

export function packArchive(content: Buffer): Buffer {
  return brotliCompressSync(content, {
    params: {
      // Higher levels take seconds to save a tenth.
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** @returns undefined if the bytes are not an archive that matches the pin */
export function openArchive(
  packageSpec: string,
  pin: string,
  bytes: Buffer,
): ArcRelease | undefined {
  let content: Buffer;
  try {
    content = brotliDecompressSync(bytes, { maxOutputLength: LARGEST_CONTENT });
  } catch {
    return undefined;
  }
  return openContent(packageSpec, pin, content);
}

/** @returns undefined if the content does not match the pin */
export function openContent(
  packageSpec: string,
  pin: string,
  content: Buffer,
): ArcRelease | undefined {
  if (contentPin(content) !== pin) return undefined;
  const indexEnd = content.indexOf(NEWLINE);
  const index = JSON.parse(content.toString("utf8", 0, indexEnd)) as ArchiveIndex;
  if (index.package !== packageSpec) return undefined;
  return new ArchivedRelease(index, content.subarray(indexEnd + 1));
}

class ArchivedRelease implements ArcRelease {
  readonly version: string;
  readonly contractNames: readonly string[];
  readonly #positions: ReadonlyMap<string, readonly [offset: number, length: number]>;
  readonly #body: Buffer;
  readonly #parsed = new Map<string, Artifact>();

  constructor(index: ArchiveIndex, body: Buffer) {
    this.version = index.package.slice(index.package.lastIndexOf("@") + 1);
    this.#positions = new Map(
      index.contracts.map(([name, offset, length]) => [name, [offset, length]]),
    );
    this.contractNames = [...this.#positions.keys()].sort();
    this.#body = body;
  }

  has(contractName: string): boolean {
    return this.#positions.has(contractName);
  }

  artifact(contractName: string): Artifact {
    return madeOnce(this.#parsed, contractName, () => {
      const position = this.#positions.get(contractName);
      if (position === undefined) throw missingContract(contractName, this);
      const [offset, length] = position;
      return JSON.parse(this.#body.toString("utf8", offset, offset + length)) as Artifact;
    });
  }
}
