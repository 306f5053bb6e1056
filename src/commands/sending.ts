import type { LivePreview } from "../run/live.js";
import type { Shown } from "./command.js";
import { flags } from "./flags.js";
import { adapted, EVERYWHERE, type OptionsOf } from "./flag.js";

/** Of every command that sends transactions. */
export const sending = {
  provider: flags.provider,
  params: flags.params,
  arcVersion: flags.arcVersion,
  result: adapted(flags.result, {
    about: "result file to read and write; the journal is beside it",
    short: "o",
    also: ["output"],
  }),
  privateKey: flags.privateKey,
  mnemonic: flags.mnemonic,
  keystore: flags.keystore,
  passwordFile: flags.passwordFile,
  signer: flags.signer,
  gasPrice: flags.gasPrice,
  maxGasPrice: flags.maxGasPrice,
  customAbis: flags.customAbis,
  chainId: flags.chainId,
  private: flags.private,
  confirmations: flags.confirmations,
  yes: flags.yes,
  restart: flags.restart,
  dryRun: flags.dryRun,
  allowUnrehearsed: flags.allowUnrehearsed,
  trustBase: flags.trustBase,
  // The specification has it in the library, too, which prints nothing in any case.
  quiet: { ...flags.quiet, doors: EVERYWHERE },
  json: flags.json,
  confirm: flags.confirm,
  signal: flags.signal,
  onStep: flags.onStep,
  onProgress: flags.onProgress,
  onNote: flags.onNote,
};

export type SendingOptions = OptionsOf<typeof sending>;

/** Of commands that create what did not exist before. */
export const creating = {
  arcVersion: adapted(flags.arcVersion, {
    about: "Arc release, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
  }),
  redeploy: flags.redeploy,
  force: flags.force,
  noCheck: flags.noCheck,
  silenced: flags.silenced,
  stakingToken: flags.stakingToken,
  registryOwner: flags.registryOwner,
  onCheck: flags.onCheck,
};

/** Of commands that change a DAO to match a file. */
export const changing = {
  avatar: flags.avatar,
  section: flags.section,
  params: adapted(flags.params, {
    about: "parameters that the DAO should have (default: ./migration-params.json)",
  }),
  arcVersion: flags.arcVersion,
  description: adapted(flags.description, {
    about: "text of the proposals; they contain its IPFS hash",
  }),
  descriptionHash: flags.descriptionHash,
  newController: flags.newController,
  allowLockout: flags.allowLockout,
};

/** How to show what would be sent. */
export function dryRunShown(dryRun: LivePreview): Shown {
  const { preview, outline } = dryRun;
  return {
    document: async () => (await import("../describe/migration-run.js")).dryRunDocument(dryRun),
    json: { preview, outline },
  };
}
