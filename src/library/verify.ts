import { resolve } from "node:path";

import type { OpenOptions } from "../arc/source/open-options.js";
import type { Eip1193Provider } from "../chain/provider.js";
import { DEFAULTS } from "../run/defaults.js";
import { verifyInputs, type VerifiedSources } from "../verify/verify-sources.js";
import { refuseUnknownOptions } from "./known-options.js";
import { openProvider } from "./open-provider.js";

/** Options of `DaoMigration.verifySources`. */
export interface VerifySourcesOptions extends Pick<OpenOptions, "cacheDir" | "offline"> {
  /** A node's URL (http, https, ws or wss), or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider;
  /** An avatar, or any other contract together with `contract`. Default: all of the result file. */
  readonly address?: string;
  /** Name of the contract expected at the address, such as `Avatar`. */
  readonly contract?: string;
  /** Arc release, full or short. Default: that of the result file, or else the latest. */
  readonly arcVersion?: string;
  /** The result file. Default: migration.json. */
  readonly output?: string;
  /** Folder for files to submit to explorers by hand. */
  readonly out?: string;
  /** Explorer to submit the sources to: sourcify, etherscan or blockscout. */
  readonly submit?: string;
  /** URL of the explorer's API. Default: the public one. */
  readonly submitUrl?: string;
  /** Etherscan's key. Default: ETHERSCAN_API_KEY of the environment. */
  readonly apiKey?: string;
  /** Stops between two requests to an explorer. */
  readonly signal?: AbortSignal;
  /** Fail on any other chain. */
  readonly chainId?: number;
  /** Called before something slow: a download or a compilation. */
  readonly onNote?: (message: string) => void;
}

const KNOWN: Readonly<Record<keyof VerifySourcesOptions, true>> = {
  address: true,
  apiKey: true,
  arcVersion: true,
  cacheDir: true,
  chainId: true,
  contract: true,
  offline: true,
  onNote: true,
  out: true,
  output: true,
  provider: true,
  signal: true,
  submit: true,
  submitUrl: true,
};

/** See DaoMigration.verifySources. */
export async function verifySources(options: VerifySourcesOptions): Promise<VerifiedSources> {
  refuseUnknownOptions(options, KNOWN);
  const { provider = DEFAULTS.provider, onNote = () => {}, output = DEFAULTS.output } = options;
  return await verifyInputs({
    ...options,
    provider: openProvider(provider),
    projectRoot: process.cwd(),
    output: resolve(output),
    out: options.out === undefined ? undefined : resolve(options.out),
    apiKey: options.apiKey ?? (process.env["ETHERSCAN_API_KEY"] || undefined),
    onNote,
    onFetch: onNote,
  });
}
