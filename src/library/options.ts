import type { Eip1193Provider } from "../chain/provider.js";
import type { AskedSigner, Signer } from "../chain/signer.js";
import type { Preview } from "../execution/sending/preview.js";
import type { MinedEvent } from "../execution/steps/event.js";
import type { Silence } from "../check/report/report.js";
import type { MadeCheck } from "../run/check-made.js";
import type { MigrationOptions } from "../run/options.js";

/** Options of the library's migrations. A private key overrides a mnemonic (specification). */
export interface DaoMigrationOptions extends Omit<MigrationOptions, "dryRun"> {
  /** A node's URL (http, https, ws or wss), or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider;
  /**
   * Signs for the deploying account: an ethers `Signer` that signs without sending, or any object with
   * `address` and `signTransaction`. With a mnemonic, the demo test's accounts are the mnemonic's.
   */
  readonly signer?: Signer | AskedSigner;
  /** Stops between two steps: waits for sent transactions and keeps the journal. */
  readonly signal?: AbortSignal;
  /** Called for each mined step. */
  readonly onProgress?: (event: MinedEvent) => void;
  /** Called with notes, such as that a release is fetched, parameters are unusual, or the chain differs. */
  readonly onNote?: (message: string) => void;
  /** Called with the result of the check at the end, for each DAO that was created; `onNote` gets it as text. */
  readonly onCheck?: (check: MadeCheck) => void;
  /** Findings of that check that have been reviewed and accepted. */
  readonly silenced?: readonly Silence[];
  /** Called once before anything is sent; nothing is sent unless it returns true. */
  readonly confirm?: (preview: Preview) => Promise<boolean>;
}
