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
  readonly provider?: string | Eip1193Provider | undefined;
  /**
   * Signs for the deploying account: an ethers `Signer` that signs without sending, or any object with
   * `address` and `signTransaction`. With a mnemonic, the demo test's accounts are the mnemonic's.
   */
  readonly signer?: Signer | AskedSigner | undefined;
  /** Stops between two steps; what was sent is waited for, and the journal is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each step that is on the chain. */
  readonly onProgress?: ((event: MinedEvent) => void) | undefined;
  /** Told what is worth knowing: a release is fetched, parameters are odd, the chain differs. */
  readonly onNote?: ((message: string) => void) | undefined;
  /** Told what the check at the end found, for each DAO that was made; `onNote` is told it in words. */
  readonly onCheck?: ((check: MadeCheck) => void) | undefined;
  /** Findings of that check that somebody looked at and takes as they are. */
  readonly silenced?: readonly Silence[] | undefined;
  /** Asked once before anything is sent; nothing is sent unless it answers true. */
  readonly confirm?: ((preview: Preview) => Promise<boolean>) | undefined;
}
