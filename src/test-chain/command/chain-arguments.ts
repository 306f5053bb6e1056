import { parseArgs } from "node:util";

import {
  refuseSecret,
  strayArguments,
  unknownFlag,
  wrongValue,
} from "../../support/command-line.js";
import { nearest } from "../../support/nearest.js";
import {
  camelCase,
  CHAIN_OPTIONS,
  ENVIRONMENT_PREFIX,
  REFUSED_OPTIONS,
  environmentName,
  type ChainOption,
  type ChainOptionName,
  type RawChainOptions,
} from "./chain-options.js";
import { UsageError } from "../../support/errors.js";

const OPTIONS: readonly ChainOption[] = CHAIN_OPTIONS;

const byArgument = new Map<string, ChainOption>();
for (const option of OPTIONS) {
  for (const spelling of [option.name, ...(option.spellings ?? [])]) {
    byArgument.set(`--${spelling}`, option);
    byArgument.set(`--${camelCase(spelling)}`, option);
  }
  if (option.short !== undefined) byArgument.set(`-${option.short}`, option);
}

/** Tells the parser of node:util which arguments take a value. */
const declarations = Object.fromEntries(
  [...byArgument].map(([argument, { value, short }]) => [
    argument.replace(/^-+/, ""),
    {
      type: value === undefined ? ("boolean" as const) : ("string" as const),
      ...(argument.length === 2 && { short: short! }),
    },
  ]),
);

/**
 * Reads the arguments of a command line.
 * @throws UsageError for an option that is unknown, repeated, or lacks its value
 */
export function readArguments(args: readonly string[]): RawChainOptions {
  const { tokens } = parseArgs({
    args: [...args],
    options: declarations,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const raw: Record<string, string | true> = {};
  const stray: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") stray.push(token.value);
    if (token.kind !== "option") continue;
    const option = byArgument.get(token.rawName);
    if (option === undefined) throw unknownOption(token.rawName);
    const value = valueOf(option, token.rawName, token.value, token.inlineValue === true);
    const before = raw[option.name];
    if (before !== undefined && option.repeats !== true) {
      throw new UsageError(`--${option.name} is given more than once. Give it once.`);
    }
    raw[option.name] = before === undefined ? value : `${String(before)} ${String(value)}`;
  }
  if (stray.length > 0) throw strayArguments(stray, HELP);
  return raw;
}

const HELP = "dao-test-chain --help";

function unknownOption(flag: string): UsageError {
  const name = flag
    .replace(/^.*[.]|^-+/, "")
    .replaceAll(/[-_]/g, "")
    .toLowerCase();
  const reason = Object.hasOwn(REFUSED_OPTIONS, name) ? REFUSED_OPTIONS[name] : undefined;
  if (reason === undefined) return unknownFlag(flag, byArgument.keys(), HELP);
  return new UsageError(`The test chain has no option ${flag}: ${reason}. See ${HELP}.`);
}

function valueOf(
  { value: wanted }: ChainOption,
  argument: string,
  value: string | undefined,
  inline: boolean,
): string | true {
  if (wanted === undefined) {
    if (value !== undefined) {
      throw new UsageError(`${argument} takes no value. Use it without one, or omit it.`);
    }
    return true;
  }
  const swallowed = !inline && value !== undefined && value.startsWith("-") && value.length > 1;
  if (value === undefined || value === "" || swallowed) {
    const hint = argument === "-h" ? " For help, use --help." : "";
    throw new UsageError(`${argument} needs a value: ${argument} <${wanted}>.${hint}`);
  }
  return value;
}

/** Options whose values are keys or mnemonics. */
const SECRET: readonly string[] = ["mnemonic", "account"];

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
    if (SECRET.includes(option.name)) delete environment[name];
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

/** Options that exclude each other, and why. */
const CONTRADICTIONS: readonly (readonly [ChainOptionName, ChainOptionName, string])[] = [
  ["mnemonic", "deterministic", "one uses your own accounts, the other the public ones"],
  ["seed", "deterministic", "one uses accounts of your own seed, the other the public ones"],
  ["seed", "mnemonic", "each makes the accounts"],
  ["account", "mnemonic", "one lists the accounts, the other makes them"],
  ["account", "seed", "one lists the accounts, the other makes them"],
  ["account", "accounts", "one lists the accounts, the other counts those of a mnemonic"],
  ["block-time", "no-mining", "one mines at an interval, the other only on request"],
  ["quiet", "verbose", "one prints less, the other more"],
  [
    "db",
    "fork-url",
    "a persisted chain cannot depend on a node that may be gone at the next start",
  ],
];

/**
 * Combines arguments and environment; an argument overrides the environment.
 * @throws UsageError for options that exclude each other, and for a key that was passed as something else
 */
export function combine(given: RawChainOptions, environment: RawChainOptions): RawChainOptions {
  const raw = { ...environment, ...given };
  const origin = (name: ChainOptionName): string =>
    given[name] === undefined ? `${environmentName(name)} in the environment` : `--${name}`;
  for (const [name, value] of Object.entries(raw)) {
    if (SECRET.includes(name) || value === true) continue;
    if (name === "seed" && isPlainSeed(value)) continue;
    refuseSecret(origin(name as ChainOptionName), value);
  }
  for (const [one, other, why] of CONTRADICTIONS) {
    if (raw[one] !== undefined && raw[other] !== undefined) {
      throw new UsageError(
        `${origin(one)} and ${origin(other)} cannot be combined: ${why}. Use one of them.`,
      );
    }
  }
  if (raw["fork-block"] !== undefined && raw["fork-url"] === undefined) {
    throw new UsageError(`${origin("fork-block")} needs a chain to fork. Add --fork-url.`);
  }
  return raw;
}

/** A seed is usually a few words. Many words are a mnemonic, and many digits a key. */
function isPlainSeed(value: string): boolean {
  return value.trim().split(/[\s,;._-]+/).length < 6 && !/[0-9a-f]{56,}/i.test(value);
}

/** The text of `dao-test-chain --help`. */
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
Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 wrong usage.
`;
}
