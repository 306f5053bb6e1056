import type { MigrationResult } from "../result/result.js";
import type { ServedProvider } from "./options.js";

/** A chain that holds a migrated base, DAO and demo test. */
export interface MigratedChain {
  readonly provider: ServedProvider;
  readonly result: MigrationResult;
  /** Addresses of the chain's accounts, with checksums. */
  accounts(): Promise<readonly string[]>;
  /** The text of the DAO's parameters file, or of the example's if none was given. */
  params(): Promise<string>;
  close(): Promise<void>;
}
