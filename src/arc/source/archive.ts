import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { ArcRelease, Artifact } from "../artifact.js";
import { missingContract } from "../missing-contract.js";

/**
 * The form in which a package's artifacts are kept:
 *
 *     hardhat-dao-migration arc <format> <sha256 of all that follows>\n
 *     {"package":"@daostack/arc@0.0.1-rc.57","contracts":{"Avatar":[0,8123],...}}\n
 *     the artifacts, each deflated for itself, at the offset and length in bytes that the index says
 *
 * so that opening one costs a hash, and only the artifacts that are asked for are parsed.
 */
export const ARCHIVE_FORMAT = 1;

const FIRST_LINE = /^hardhat-dao-migration arc (\d+) ([0-9a-f]{64})$/;
const LONGEST_FIRST_LINE = 120;
const NEWLINE = "\n".charCodeAt(0);

interface ArchiveIndex {
  readonly package: string;
  readonly contracts: Readonly<Record<string, readonly [offset: number, length: number]>>;
}

/** @param packageSpec what the artifacts are from, such as `@daostack/arc@0.0.1-rc.57`. */
export function packArchive(packageSpec: string, artifacts: Iterable<Artifact>): Buffer {
  const contracts: Record<string, [number, number]> = {};
  const bodies: Buffer[] = [];
  let offset = 0;
  const sorted = [...artifacts].sort((a, b) => (a.contractName < b.contractName ? -1 : 1));
  for (const artifact of sorted) {
    const body = deflateRawSync(JSON.stringify(artifact), { level: 9 });
    contracts[artifact.contractName] = [offset, body.length];
    bodies.push(body);
    offset += body.length;
  }
  const index: ArchiveIndex = { package: packageSpec, contracts };
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...bodies]);
  return Buffer.concat([
    Buffer.from(`hardhat-dao-migration arc ${ARCHIVE_FORMAT} ${sha256(content)}\n`),
    content,
  ]);
}

/** @returns undefined when the bytes are not, or not any more, an archive of that package. */
export function openArchive(packageSpec: string, bytes: Buffer): ArcRelease | undefined {
  const firstEnd = bytes.subarray(0, LONGEST_FIRST_LINE).indexOf(NEWLINE);
  const first = FIRST_LINE.exec(bytes.toString("latin1", 0, Math.max(firstEnd, 0)));
  if (first === null || Number(first[1]) !== ARCHIVE_FORMAT) return undefined;

  const content = bytes.subarray(firstEnd + 1);
  if (sha256(content) !== first[2]) return undefined;

  const indexEnd = content.indexOf(NEWLINE);
  const index = JSON.parse(content.toString("utf8", 0, indexEnd)) as ArchiveIndex;
  if (index.package !== packageSpec) return undefined;
  return new ArchivedRelease(index, content.subarray(indexEnd + 1));
}

class ArchivedRelease implements ArcRelease {
  readonly version: string;
  readonly contractNames: readonly string[];
  readonly #positions: ReadonlyMap<string, readonly [number, number]>;
  readonly #body: Buffer;
  readonly #parsed = new Map<string, Artifact>();

  constructor(index: ArchiveIndex, body: Buffer) {
    this.version = index.package.slice(index.package.lastIndexOf("@") + 1);
    this.#positions = new Map(Object.entries(index.contracts));
    this.contractNames = [...this.#positions.keys()].sort();
    this.#body = body;
  }

  has(contractName: string): boolean {
    return this.#positions.has(contractName);
  }

  artifact(contractName: string): Artifact {
    const parsed = this.#parsed.get(contractName);
    if (parsed !== undefined) return parsed;

    const position = this.#positions.get(contractName);
    if (position === undefined) throw missingContract(contractName, this);
    const [offset, length] = position;
    const text = inflateRawSync(this.#body.subarray(offset, offset + length)).toString("utf8");
    const artifact = JSON.parse(text) as Artifact;
    this.#parsed.set(contractName, artifact);
    return artifact;
  }
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
