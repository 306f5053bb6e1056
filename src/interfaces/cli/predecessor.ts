import { UsageError } from "../../foundation/support/errors.js";

/** The predecessor's flags without effect here: contracts are always read in a small form. */
const USELESS: readonly string[] = ["-z", "--optimized-abis", "--optimizedAbis"];

const REFUSED: Readonly<Record<string, string>> = {
  "-r": "one file is read and written: set it with --output. The predecessor's files are converted when they are read",
  "update-registry":
    "it wrote to DAOstack's DAO registry. A DAO is added to the DAORegistry of its base when it is created",
  "allocate-reputation":
    "call addBeneficiaries of the RepAllocation scheme, in runFunctions of a parameters file or with a contract library",
};
const SPELLINGS: Readonly<Record<string, string>> = {
  "--prev-migration": "-r",
  "--prevMigration": "-r",
  "--prevmigration": "-r",
};

/**
 * Leaves the predecessor's flags without effect out of the arguments. Its other flags are this command's, too.
 * @throws UsageError for a flag of the predecessor that does not exist here, with advice
 */
export function withoutPredecessorsFlags(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const [flag = ""] = arg.split("=");
    // A value may look like anything.
    if (index > 0 && args[index - 1]?.startsWith("-") === true && !arg.startsWith("-"))
      return [arg];
    const name = SPELLINGS[flag] ?? flag;
    const reason = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined;
    if (reason !== undefined) {
      throw new UsageError(`dao-migrate has no ${flag}: ${reason}. See docs/moving.md.`);
    }
    return USELESS.includes(flag) ? [] : [arg];
  });
}
