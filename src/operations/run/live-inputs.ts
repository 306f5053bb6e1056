import type { ChainIdentity } from "../../foundation/chain/identity.js";
import type { FeeOptions } from "../../engine/execution/sending/fee-limit.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { PrepareOptions } from "../change/propose-change.js";
import type { SubmitOptions } from "../change/carry/propose-or-wait.js";
import type { TransactionSigner } from "../../foundation/chain/signer.js";
import type { HigherFee } from "../../engine/execution/sending/fee-limit.js";
import type { MigrationPreview } from "../../engine/execution/sending/preview.js";
import type { ReuseTerms } from "../../engine/migration/reuse-contracts.js";
import type { Trust } from "../../engine/migration/trusted-base.js";
import type { CheckOptions } from "./check-made.js";
import type { NetworkOptions } from "./open-chain.js";
import type { MigrationOutline } from "./outline.js";
import type { MigrationInputs } from "./prepare.js";
import type { FoundSteps } from "./sent-steps.js";

/** The part of a migration that is not on the chain yet. */
export interface Left {
  /** Gas limit of its transactions; undefined if the chain could not be rehearsed. */
  readonly gas: bigint | undefined;
}

/** Which DAO to change, and how to make its proposals. */
export interface ProposeOptions extends PrepareOptions, SubmitOptions {
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string;
  /** Which DAO of the result file. */
  readonly section?: "dao" | "test";
  /** Deploys and proposes a controller of the file's release if the DAO has another one. */
  readonly newController?: boolean;
}

/** The inputs of a migration to a live network. */
export interface LiveInputs
  extends MigrationInputs, NetworkOptions, FeeOptions, CheckOptions, Trust, ReuseTerms {
  readonly provider: Eip1193Provider;
  /** Signs for the deploying account. Default: the built-in public key, on private networks only. */
  readonly signer?: TransactionSigner;
  /** Accounts that vote in the demo test; default: the predecessor's ten. */
  readonly testMnemonic?: string;
  /** The result file. */
  readonly output: string;
  readonly confirmations?: number;
  /** Milliseconds; see SendingContext. */
  readonly repeatAfter?: number;
  readonly polling?: number;
  /** Start over, without the journal and the sections of the result file. */
  readonly restart?: boolean;
  readonly signal?: AbortSignal;
  /**
   * Whether to create another DAO if the result file has one on this chain with the same inputs. Without this function
   * that is an error, unless `force` or `restart` is set.
   */
  readonly confirmAnother?: () => Promise<boolean>;
  /** Whether to continue with steps that the account has sent without a journal. Without this function: an error. */
  readonly confirmSent?: (found: FoundSteps) => Promise<boolean>;
  /** Send even if the chain cannot be rehearsed. Default: no. */
  readonly allowUnrehearsed?: boolean;
  /** Whether to send even so; asked unless `allowUnrehearsed` is set, with the node's error. Default: no. */
  readonly confirmUnrehearsed?: (reason: string) => Promise<boolean>;
  /** Whether to continue although the chain differs from the preview; gets the difference. Default: no. */
  readonly confirmDivergence?: (
    reason: string,
    ...shown: Parameters<NonNullable<LiveInputs["confirm"]>>
  ) => Promise<boolean>;
  /** Whether to pay more than the preview said. Default: no. */
  readonly confirmHigherFee?: (
    higher: HigherFee,
    chain: ChainIdentity,
    left: Left,
  ) => Promise<boolean>;
  /** Changes an existing DAO instead of migrating; `sections` is empty then. */
  readonly change?: ProposeOptions;
  /** Whether to send; gets a preview. Default: yes. */
  readonly confirm?: (
    preview: MigrationPreview,
    chain: ChainIdentity,
    outline: MigrationOutline,
  ) => Promise<boolean>;
}
