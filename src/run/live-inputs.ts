import type { ChainIdentity } from "../chain/identity.js";
import type { Eip1193Provider } from "../chain/provider.js";
import type { Signer } from "../chain/signer.js";
import type { Preview } from "../execution/sending/preview.js";
import type { NetworkOptions } from "./open-chain.js";
import type { MigrationOutline } from "./outline.js";
import type { MigrationInputs } from "./prepare.js";

/** What a migration to a live network takes. */
export interface LiveInputs extends MigrationInputs, NetworkOptions {
  readonly provider: Eip1193Provider;
  /** Signs for the deploying account. Default: the built-in public key, on private networks only. */
  readonly signer?: Signer | undefined;
  /** Accounts of the demo's votes; the predecessor's ten where they are absent. */
  readonly testMnemonic?: string | undefined;
  /** The result file. */
  readonly output: string;
  /** In wei. */
  readonly gasPrice?: bigint | undefined;
  readonly confirmations?: number | undefined;
  /** Milliseconds; see SendingContext and FeePolicy. */
  readonly raiseAfter?: number | undefined;
  readonly repeatAfter?: number | undefined;
  readonly polling?: number | undefined;
  /** Redeploy everything. */
  readonly force?: boolean | undefined;
  /** Begin again without the journal and the sections of the result file. */
  readonly restart?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether to reuse contracts of the base. Default: yes. */
  readonly confirmReuse?: ((names: readonly string[]) => Promise<boolean>) | undefined;
  /** Whether to send, once it is known what. Default: yes. */
  readonly confirm?:
    | ((preview: Preview, chain: ChainIdentity, outline: MigrationOutline) => Promise<boolean>)
    | undefined;
}
