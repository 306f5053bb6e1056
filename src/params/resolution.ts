import type { ArcRelease } from "../arc/artifact.js";
import { MigrationError } from "../errors.js";
import type { NetworkName } from "../networks.js";
import type { IssueList, Path } from "./issues.js";
import type { PlainObject } from "./plain.js";

/** What parameters are resolved against. */
export interface ParametersContext {
  /** The target network: its section of the file counts. */
  readonly network: NetworkName;
  /** The file's name, for messages. */
  readonly file?: string;
  /** Release by flag or configuration; the DAO's `arcVersion` overrides it. */
  readonly arcVersion: string;
  /** @throws MigrationError where there is no such release. */
  openRelease(version: string): Promise<ArcRelease>;
  /** Folder of build files of contracts that are not from Arc. */
  readonly customAbis?: string;
}

/** What the parts of a parameters file are resolved with. */
export interface Resolution {
  readonly raw: PlainObject;
  readonly issues: IssueList;
  /** The DAO's release; absent where it could not be opened, which is reported. */
  readonly release?: ArcRelease;
  readonly voteParamsCount: number;
  readonly standAloneCount: number;
  readonly customAbis?: string;
  /** Another release, for a contract of its own. Undefined where there is none, which is reported. */
  openRelease(version: string, path: Path): Promise<ArcRelease | undefined>;
}

/** Opens each release once, and reports one that cannot be opened wherever it is asked for. */
export function releaseOpener(
  open: ParametersContext["openRelease"],
  issues: IssueList,
): Resolution["openRelease"] {
  const opened = new Map<string, Promise<ArcRelease>>();
  return async (version, path) => {
    let release = opened.get(version);
    if (release === undefined) {
      release = open(version);
      opened.set(version, release);
    }
    try {
      return await release;
    } catch (error) {
      if (!(error instanceof MigrationError)) {
        throw error;
      }
      issues.error(path, version, "a release of Arc that can be had", error.message);
      return undefined;
    }
  };
}
