import { resolve } from "node:path";

import { gasPriceOf } from "../chain/account.js";
import type { HandledProposal } from "../change/carry/submit-proposals.js";
import { DEFAULTS } from "../run/defaults.js";
import { migrateLive } from "../run/live.js";
import { parametersSource } from "../run/parameters-source.js";
import { noteOf } from "../terminal/event-notes.js";
import { refuseUnknownOptions } from "./known-options.js";
import { deployingSigner } from "./migrate.js";
import { openProvider } from "./open-provider.js";
import type { DaoMigrationOptions } from "./options.js";

/** Options of `DaoMigration.proposeChange`. */
export interface ProposeChangeOptions extends Omit<
  DaoMigrationOptions,
  "check" | "onCheck" | "quiet" | "registryOwner" | "silenced" | "stakingToken"
> {
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: string;
  /** Which DAO of the result file. Default: dao, or else test. */
  readonly section?: "dao" | "test";
  /** Description of the proposals, such as the hash of a file on IPFS. */
  readonly description?: string;
  /** Deploy and propose a controller of the file's release if the DAO has a different one. Default: false. */
  readonly newController?: boolean;
  /** Propose again what was rejected or expired. Default: false. */
  readonly again?: boolean;
  /** Deploy and set parameters, and propose nothing. Default: false. */
  readonly deployOnly?: boolean;
}

const KNOWN: Readonly<Record<keyof ProposeChangeOptions, true>> = {
  again: true,
  allowUnrehearsed: true,
  arcVersion: true,
  avatar: true,
  chainId: true,
  confirm: true,
  confirmations: true,
  customAbis: true,
  deployOnly: true,
  description: true,
  force: true,
  gasPrice: true,
  maxGasPrice: true,
  mnemonic: true,
  newController: true,
  onNote: true,
  onProgress: true,
  output: true,
  params: true,
  private: true,
  privateKey: true,
  provider: true,
  restart: true,
  section: true,
  signal: true,
  signer: true,
  trustBase: true,
};

/** See DaoMigration.proposeChange. */
export async function proposeChange(
  options: ProposeChangeOptions,
): Promise<readonly HandledProposal[]> {
  refuseUnknownOptions(options, KNOWN);
  const { provider = DEFAULTS.provider, signal, avatar, section, force } = options;
  const { description, again, deployOnly, newController } = options;
  const projectRoot = process.cwd();
  const { handled = [] } = await migrateLive({
    ...{ arcVersion: options.arcVersion, customAbis: options.customAbis, signal, projectRoot },
    sections: [],
    change: { avatar, section, force, description, again, deployOnly, newController },
    provider: openProvider(provider, { signal, onWarning: options.onNote }),
    signer: await deployingSigner(options),
    params: await parametersSource({ given: options.params, projectRoot }),
    gasPrice: gasPriceOf(options.gasPrice),
    maxGasPrice: gasPriceOf(options.maxGasPrice),
    chainId: options.chainId,
    private: options.private,
    output: resolve(options.output ?? DEFAULTS.output),
    confirmations: options.confirmations,
    allowUnrehearsed: options.allowUnrehearsed,
    trustBase: options.trustBase,
    restart: options.restart,
    confirm: options.confirm,
    onEvent: (event) => {
      if (event.type === "mined") options.onProgress?.(event);
      const note = noteOf(event);
      if (note !== undefined) options.onNote?.(note);
    },
  });
  return handled;
}
