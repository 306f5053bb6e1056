import { DEFAULTS } from "../../foundation/support/defaults.js";
import type { LivePreview } from "../../operations/run/live.js";
import type { Shown } from "./command.js";
import { flags, pick } from "./flags.js";
import { adapted, EVERYWHERE, type OptionsOf } from "./flag.js";

/** Of every command that sends transactions. */
export const sending = {
  ...pick("provider", "params", "arcVersion"),
  result: adapted(flags.result, {
    about: "result file to read and write; the journal is beside it",
    short: "o",
    also: ["output"],
  }),
  ...pick(
    "privateKey",
    "mnemonic",
    "keystore",
    "passwordFile",
    "signer",
    "gasPrice",
    "maxGasPrice",
    "customAbis",
    "chainId",
    "private",
    "confirmations",
    "yes",
    "restart",
    "dryRun",
    "from",
    "allowUnrehearsed",
    "trustBase",
  ),
  // The specification has it in the library, too, which prints nothing in any case.
  quiet: { ...flags.quiet, doors: EVERYWHERE },
  ...pick("json", "confirm", "signal", "onStep", "onProgress", "onNote"),
};

const TWO_ACCOUNTS = "name the deploying account";

/** A rehearsal without a key needs none. */
export const sendingConflicts = [
  ["from", "privateKey", TWO_ACCOUNTS],
  ["from", "mnemonic", TWO_ACCOUNTS],
  ["from", "keystore", TWO_ACCOUNTS],
  ["from", "passwordFile", TWO_ACCOUNTS],
] as const;

export type SendingOptions = OptionsOf<typeof sending>;

/** Of commands that create what did not exist before. */
export const creating = {
  arcVersion: adapted(flags.arcVersion, {
    about: "Arc release, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
  }),
  ...pick("redeploy", "force", "noCheck", "silenced", "stakingToken", "registryOwner", "onCheck"),
};

/** Of commands that change a DAO to match a file. */
export const changing = {
  ...pick("avatar", "section"),
  params: adapted(flags.params, {
    about: `parameters that the DAO should have (default: ./${DEFAULTS.params})`,
  }),
  arcVersion: flags.arcVersion,
  description: adapted(flags.description, {
    about: "text of the proposals; they contain its IPFS hash",
  }),
  ...pick("descriptionHash", "newController", "allowLockout"),
};

/** How to show what would be sent. */
export function dryRunShown(dryRun: LivePreview): Shown {
  const { preview, outline } = dryRun;
  return {
    document: async () =>
      (await import("../../output/describe/migration-run.js")).dryRunDocument(dryRun),
    json: { preview, outline },
  };
}
