import type { Preview } from "../execution/sending/preview.js";
import type { Eip1193Provider } from "../chain/provider.js";
import type { AskedSigner, Signer } from "../chain/signer.js";
import type { MinedEvent } from "../run/live.js";
import type { MigrationParameters } from "../params/file/schema.js";

/** Options of the library's migrations, under the specification's names. */
export interface DaoMigrationOptions {
  /** Release of Arc, in full or short. Default: the latest, or that of the base that is there. */
  readonly arcVersion?: string | undefined;
  /** A node's URL, or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider | undefined;
  /** In GWei, fractions allowed. Default: what the network suggests. */
  readonly gasPrice?: number | string | undefined;
  /** The library prints nothing in any case; kept because the specification has it. */
  readonly quiet?: boolean | undefined;
  /** Ask nothing (no `confirm` is called) and deploy everything anew. Default: false. */
  readonly force?: boolean | undefined;
  /** Forget the journal and earlier results of this chain, and begin anew. Default: false. */
  readonly restart?: boolean | undefined;
  /** The result file. Default: migration.json. */
  readonly output?: string | undefined;
  /**
   * Signs for the deploying account: an ethers `Signer` that signs without sending, or any object with
   * `address` and `signTransaction`. With a mnemonic, the demo test's accounts are the mnemonic's.
   */
  readonly signer?: Signer | AskedSigner | undefined;
  /** Hex, 64 digits. Overrides the mnemonic. */
  readonly privateKey?: string | undefined;
  /** BIP 39; the account is m/44'/60'/0'/0/0. */
  readonly mnemonic?: string | undefined;
  /** Migration parameters, or the path of a file of them. Default: the packaged example DAO. */
  readonly params?: MigrationParameters | string | undefined;
  /** Folder of build files of contracts that are not Arc's. Default: custom-abis. */
  readonly customAbis?: string | undefined;
  /** Blocks that a step has to be deep, its own included. Default: 1. */
  readonly confirmations?: number | undefined;
  /** Stops between two steps; what was sent is waited for, and the journal is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each step that is on the chain. */
  readonly onProgress?: ((event: MinedEvent) => void) | undefined;
  /** Told what is worth knowing: a release is fetched, parameters are odd, the chain differs. */
  readonly onNote?: ((message: string) => void) | undefined;
  /** Asked once before anything is sent; nothing is sent unless it answers true. */
  readonly confirm?: ((preview: Preview) => Promise<boolean>) | undefined;
}
