import { UsageError } from "./errors.js";
import { nearest } from "./nearest.js";
import { couldBeSecret, typed } from "./secrets.js";

/** The usual form of a flag's name. `-S0x…` and `--0x…` are not flags and may be a key, as are many hex digits. */
const FLAG = /^--?(?!.*[0-9a-f]{12})[a-z][\w.-]{0,30}$/i;

/**
 * The error for a flag that does not exist. It never repeats the value, which may be a key.
 * @param flag as it was typed, without `=` and the rest
 * @param help how to see all flags
 */
export function unknownFlag(flag: string, known: Iterable<string>, help: string): UsageError {
  const name = FLAG.test(flag) || flag.length <= 2 ? flag : undefined;
  if (name === undefined) {
    return new UsageError(
      `Unknown option. It is not shown here because it could be a secret. See ${help}.`,
    );
  }
  const closest = name.startsWith("--") ? nearest(name, known, 1)[0] : undefined;
  const advice = closest === undefined ? "" : ` Did you mean ${closest}?`;
  return new UsageError(`Unknown option ${name}.${advice} See ${help}.`);
}

/** The error for arguments that belong to no flag. They may be the words of a mnemonic. */
export function strayArguments(values: readonly string[], help: string): UsageError {
  if (values.some(couldBeSecret)) {
    return new UsageError(
      "Unexpected argument: it looks like a private key or a mnemonic, so it is not shown here. " +
        `See ${help} for the options that take one.`,
    );
  }
  const [first = ""] = values;
  if (values.length === 1) {
    return new UsageError(
      `Unexpected argument: ${typed(first)}. Options begin with a hyphen, such as --output file.json.`,
    );
  }
  return new UsageError(
    `${values.length} unexpected arguments. They are not shown here because they could be the words of a mnemonic: put ` +
      `quotes around all of its words. See ${help}.`,
  );
}

/**
 * Refuses a key or a mnemonic in place of another value, before it gets into an error, a file name or a log.
 * @param flag the flag with this value
 * @throws UsageError if it looks like a secret
 */
export function refuseSecret(flag: string, value: string): void {
  if (!couldBeSecret(value)) return;
  throw new UsageError(
    `The value of ${flag} looks like a private key or a mnemonic, so it is not shown here. See --help for the options ` +
      "that take one. For a file or folder of such a name, give its path, such as ./name.",
  );
}

/** The flag for an option's name: `--gas-price` for `gasPrice`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The error for a value that an option does not accept. */
export function wrongValue(flag: string, value: string, wanted: string): UsageError {
  return new UsageError(`${flag} is ${typed(value)}. It must be ${wanted}.`);
}
