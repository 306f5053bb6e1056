import { parseArgs } from "node:util";

import {
  refuseSecret,
  strayArguments,
  unknownFlag,
  wrongValue,
} from "../../foundation/support/command-line.js";
import { nearest } from "../../foundation/support/nearest.js";
import {
  CHAIN_OPTIONS,
  ENVIRONMENT_PREFIX,
  environmentName,
  type ChainOption,
  type ChainOptionName,
  type RawChainOptions,
} from "./chain-options.js";
import { UsageError } from "../../foundation/support/errors.js";
import { findOption, optionNames, refusalOf, refuseContradictions } from "../known-options.js";

const OPTIONS: readonly ChainOption[] = CHAIN_OPTIONS;
const HELP = "dao-test-chain --help";

/** Which arguments take a value. */
const DECLARATIONS = Object.fromEntries(
  OPTIONS.map(({ name, short, value }) => [
    name,
    {
      type: value === undefined ? ("boolean" as const) : ("string" as const),
      // Not even undefined is allowed.
      ...(short !== undefined && { short }),
    },
  ]),
);

/** Replaces an option's other spellings by its name. */
function withName(argument: string): string {
  return argument.replace(/^--([^=]+)/, (given, name: string) => {
    const option = findOption(name);
    return option === undefined ? given : `--${option.name}`;
  });
}

/**
 * Reads the arguments of a command line.
 * @throws UsageError for an option that is unknown, repeated, or lacks its value
 */
export function readArguments(args: readonly string[]): RawChainOptions {
  const { tokens } = parseArgs({
    args: args.map(withName),
    options: DECLARATIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const raw: Record<string, string | true> = {};
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const option = OPTIONS.find(({ name }) => name === token.name);
    if (option === undefined) throw unknownOption(token.rawName);
    const value = valueOf(option, token.rawName, token.value, token.inlineValue === true);
    const before = raw[option.name];
    if (before !== undefined && option.repeats !== true) {
      throw new UsageError(`--${option.name} is given more than once. Give it once.`);
    }
    raw[option.name] = before === undefined ? value : `${String(before)} ${String(value)}`;
  }
  const stray = tokens.flatMap((token) => (token.kind === "positional" ? token.value : []));
  if (stray.length > 0) throw strayArguments(stray, HELP);
  return raw;
}

function unknownOption(argument: string): UsageError {
  const reason = refusalOf(argument.replace(/^-+/, ""));
  if (reason === undefined) {
    return unknownFlag(
      argument,
      optionNames().map((name) => `--${name}`),
      HELP,
    );
  }
  return new UsageError(`The test chain has no option ${argument}: ${reason}. See ${HELP}.`);
}

function valueOf(
  { value: wanted }: ChainOption,
  argument: string,
  value: string | undefined,
  inline: boolean,
): string | true {
  if (wanted === undefined) {
    if (value === undefined) return true;
    throw new UsageError(`${argument} takes no value. Use it without one, or omit it.`);
  }
  const swallowed = !inline && /^-[^\d.]/.test(value ?? "");
  if (value !== undefined && value !== "" && !swallowed) return value;
  const hint = argument === "-h" ? " For help, use --help." : "";
  throw new UsageError(`${argument} needs a value: ${argument} <${wanted}>.${hint}`);
}

/** Variables that Kubernetes sets for a service whose name is our prefix. */
const SERVICE_LINK = /^(SERVICE_HOST|SERVICE_PORT.*|PORT_\d+_(TCP|UDP).*)$/;

/** Variables of compose.yaml, which an .env file may also pass to the chain. */
const OF_COMPOSE: readonly string[] = ["IMAGE", "PUBLISHED_PORT"];

/**
 * Reads the options from the environment. Removes mnemonic and keys from it, so that processes started later do not
 * inherit them.
 * @throws UsageError for an unknown variable with our prefix, or a flag that is neither true nor false
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): RawChainOptions {
  const byName = new Map(OPTIONS.map((option) => [environmentName(option.name), option]));
  const raw: Record<string, string | true> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(ENVIRONMENT_PREFIX) || value === undefined || value === "") continue;
    const rest = name.slice(ENVIRONMENT_PREFIX.length);
    if (SERVICE_LINK.test(rest) || (rest === "PORT" && value.includes("://"))) continue;
    if (OF_COMPOSE.includes(rest)) continue;
    const option = byName.get(name);
    if (option === undefined) {
      const [closest] = nearest(name, byName.keys(), 1);
      throw new UsageError(
        `Unknown option ${name} in the environment.` +
          (closest === undefined ? " See dao-test-chain --help." : ` Did you mean ${closest}?`),
      );
    }
    if (option.isSecret === true) delete environment[name];
    if (option.value !== undefined) raw[option.name] = value;
    else if (isOn(name, value)) raw[option.name] = true;
  }
  return raw;
}

function isOn(name: string, value: string): boolean {
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw wrongValue(`${name} in the environment`, value, "true or false");
}

/**
 * Combines arguments and environment; an argument overrides the environment.
 * @throws UsageError for options that exclude each other, and for a key that was passed as something else
 */
export function combine(given: RawChainOptions, environment: RawChainOptions): RawChainOptions {
  const raw = { ...environment, ...given };
  const origins = new Map<string, string>();
  for (const { name, isSecret } of OPTIONS) {
    const value = raw[name as ChainOptionName];
    if (value === undefined) continue;
    const isGiven = given[name as ChainOptionName] !== undefined;
    const origin = isGiven ? `--${name}` : `${environmentName(name)} in the environment`;
    origins.set(name, origin);
    if (isSecret === true || value === true || (name === "seed" && isPlainSeed(value))) continue;
    refuseSecret(origin, value);
  }
  refuseContradictions(origins);
  return raw;
}

/** A seed is usually a few words. Many words are a mnemonic, and many digits a key. */
function isPlainSeed(value: string): boolean {
  return value.trim().split(/[\s,;._-]+/).length < 6 && !/[0-9a-f]{56,}/i.test(value);
}

export function helpText(): string {
  const rows = OPTIONS.map(({ name, short, value, description }) => {
    const flags = `${short === undefined ? "   " : `-${short},`} --${name}`;
    return [value === undefined ? flags : `${flags} <${value}>`, description] as const;
  });
  const all = [
    ...rows,
    ["    --version", "show the version"] as const,
    ["-?, --help", "show this help"] as const,
  ];
  const width = Math.max(...all.map(([left]) => left.length));
  return `Usage: dao-test-chain [options]

Starts a development chain with Arc's base contracts, a DAO and a demo test, and serves JSON-RPC over
HTTP and WebSocket on one port. It is ready when it prints "Listening on <host>:<port>".

Options:
${all.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n")}

Every option can be set in the environment: ${environmentName("chain-id")}=5 is --chain-id 5,
${environmentName("no-demo")}=true is --no-demo. The spellings of ganache, anvil and Hardhat work, too
(--hostname, --gasLimit, --fork-block-number, --wallet.totalAccounts, ...).

Without --mnemonic the accounts come from a public mnemonic, and their keys are printed.
Exit codes: 0 stopped by SIGTERM, SIGINT or SIGHUP, 1 failed, 2 wrong usage.
`;
}
