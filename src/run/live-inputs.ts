import type { ChainIdentity } from "../chain/identity.js";
import type { Eip1193Provider } from "../chain/provider.js";
import type { Signer } from "../chain/signer.js";
import type { HigherFee } from "../execution/sending/fee-limit.js";
import type { Preview } from "../execution/sending/preview.js";
import type { CheckWishes } from "./check-made.js";
import type { ChangeWishes } from "./change-wishes.js";
import type { NetworkOptions } from "./open-chain.js";
import type { MigrationOutline } from "./outline.js";
import type { MigrationInputs } from "./prepare.js";

/** What of a migration is not on the chain yet. */
export interface Left {
  /** The gas that its transactions ask for; undefined if the chain could not be rehearsed. */
  readonly gas: bigint | undefined;
}

/** What a migration to a live network takes. */
export interface LiveInputs extends MigrationInputs, NetworkOptions, CheckWishes {
  readonly provider: Eip1193Provider;
  /** Signs for the deploying account. Default: the built-in public key, on private networks only. */
  readonly signer?: Signer | undefined;
  /** Accounts of the demo's votes; the predecessor's ten where they are absent. */
  readonly testMnemonic?: string | undefined;
  /** The result file. */
  readonly output: string;
  /** In wei per gas; see FeeWishes. */
  readonly gasPrice?: bigint | undefined;
  readonly maxGasPrice?: bigint | undefined;
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
  /** Use a base that another account deployed on a public chain. Default: no. */
  readonly trustBase?: boolean | undefined;
  /** Whether to use contracts of a base that another account deployed, where it is not trusted above. Default: no. */
  readonly confirmForeignBase?: ((names: readonly string[]) => Promise<boolean>) | undefined;
  /**
   * Whether to make another DAO where the result file holds one of this chain from the same inputs.
   * Without it that is an error, but for `force` and `restart`.
   */
  readonly confirmAnother?: (() => Promise<boolean>) | undefined;
  /** Send also where the chain cannot be rehearsed. Default: no. */
  readonly allowUnrehearsed?: boolean | undefined;
  /** Whether to do that, where it is not allowed above; told what the node said. Default: no. */
  readonly confirmUnrehearsed?: ((reason: string) => Promise<boolean>) | undefined;
  /** Whether to go on where the chain differs from what was shown; told how. Default: no. */
  readonly confirmDivergence?:
    | ((
        reason: string,
        preview: Preview,
        chain: ChainIdentity,
        outline: MigrationOutline,
      ) => Promise<boolean>)
    | undefined;
  /** Whether to pay more than was shown. Default: no. */
  readonly confirmHigherFee?:
    ((higher: HigherFee, chain: ChainIdentity, left: Left) => Promise<boolean>) | undefined;
  /** Changes a DAO that is there, in place of a migration; `sections` are none then. */
  readonly change?: ChangeWishes | undefined;
  /** Whether to send, once it is known what. Default: yes. */
  readonly confirm?:
    | ((preview: Preview, chain: ChainIdentity, outline: MigrationOutline) => Promise<boolean>)
    | undefined;
}
