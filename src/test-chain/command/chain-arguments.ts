import { parseArgs } from "node:util";

import { nearest } from "../../support/nearest.js";
import {
  camelCase,
  CHAIN_OPTIONS,
  ENVIRONMENT_PREFIX,
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

/** The declarations that tell the parser of node:util which arguments are followed by a value. */
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
 * @throws UsageError for what is unknown, lacks its value, or is given twice
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
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      throw new UsageError(
        `"${token.value}" belongs to no option. Options begin with a hyphen, such as --port 8545.`,
      );
    }
    const option = byArgument.get(token.rawName);
    if (option === undefined) throw unknownArgument(token.rawName);
    if (raw[option.name] !== undefined) {
      throw new UsageError(`--${option.name} is given twice. Give it once.`);
    }
    raw[option.name] = valueOf(option, token.rawName, token.value, token.inlineValue === true);
  }
  return raw;
}

function valueOf(
  { value: wanted }: ChainOption,
  argument: string,
  value: string | undefined,
  inline: boolean,
): string | true {
  if (wanted === undefined) {
    if (value !== undefined) {
      throw new UsageError(`${argument} takes no value. Give it alone, or leave it out.`);
    }
    return true;
  }
  const swallowed = !inline && value !== undefined && value.startsWith("-") && value.length > 1;
  if (value === undefined || value === "" || swallowed) {
    const hint = argument === "-h" ? " For help: --help." : "";
    throw new UsageError(`${argument} wants a value: ${argument} <${wanted}>.${hint}`);
  }
  return value;
}

function unknownArgument(argument: string): UsageError {
  const [closest] = nearest(argument, byArgument.keys(), 1);
  const suggestion = closest === undefined ? "" : ` Did you mean ${closest}?`;
  return new UsageError(
    `There is no option ${argument}.${suggestion} All there are: dao-test-chain --help.`,
  );
}

/** What Kubernetes sets in a pod for a service that is called as our options begin. */
const SERVICE_LINK = /^(SERVICE_HOST|SERVICE_PORT.*|PORT_\d+_(TCP|UDP).*)$/;

/**
 * Reads the options that the environment gives.
 * @throws UsageError for a name that begins as ours do and is none, or a flag that is neither on nor off
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): RawChainOptions {
  const byName = new Map(OPTIONS.map((option) => [environmentName(option.name), option]));
  const raw: Record<string, string | true> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(ENVIRONMENT_PREFIX) || value === undefined || value === "") continue;
    const rest = name.slice(ENVIRONMENT_PREFIX.length);
    if (SERVICE_LINK.test(rest) || (rest === "PORT" && value.includes("://"))) continue;
    const option = byName.get(name);
    if (option === undefined) {
      const [closest] = nearest(name, byName.keys(), 1);
      throw new UsageError(
        `The environment has ${name}, and there is no such option.` +
          (closest === undefined ? " All there are: --help." : ` Did you mean ${closest}?`),
      );
    }
    if (option.value !== undefined) raw[option.name] = value;
    else if (isOn(name, value)) raw[option.name] = true;
  }
  return raw;
}

function isOn(name: string, value: string): boolean {
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw new UsageError(`${name} is "${value}" in the environment; true or false is wanted.`);
}

/** Options that cannot be had together, and why. */
const CONTRADICTIONS: readonly (readonly [ChainOptionName, ChainOptionName, string])[] = [
  ["mnemonic", "deterministic", "one asks for accounts of your own, the other for the public ones"],
  ["block-time", "no-mining", "one mines by the clock, the other not at all"],
  ["quiet", "verbose", "one prints less, the other more"],
  ["db", "fork-url", "a kept chain must not depend on a node that may be gone at the next start"],
];

/**
 * Puts together what was given; an argument counts more than the environment.
 * @throws UsageError for options that contradict each other
 */
export function combine(given: RawChainOptions, environment: RawChainOptions): RawChainOptions {
  const raw = { ...environment, ...given };
  const origin = (name: ChainOptionName): string =>
    given[name] === undefined ? `${environmentName(name)} in the environment` : `--${name}`;
  for (const [one, other, why] of CONTRADICTIONS) {
    if (raw[one] !== undefined && raw[other] !== undefined) {
      throw new UsageError(
        `${origin(one)} and ${origin(other)} contradict each other: ${why}. Give one of them.`,
      );
    }
  }
  if (raw["fork-block"] !== undefined && raw["fork-url"] === undefined) {
    throw new UsageError(
      `${origin("fork-block")} says at which block to fork, but not what. Add --fork-url.`,
    );
  }
  return raw;
}

/** The help text of the command. */
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

Starts a chain that holds Arc's base contracts, a DAO and a demo test, and answers JSON-RPC over HTTP
and WebSocket on one port. Nothing is answered before the line "Listening on <host>:<port>".

Options:
${all.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n")}

Each option can be given in the environment: ${environmentName("chain-id")}=5 is --chain-id 5,
${environmentName("no-demo")}=true is --no-demo. The spellings of ganache, anvil and Hardhat are
understood as well (--hostname, --gasLimit, --fork-block-number, --wallet.totalAccounts, ...).

Without --mnemonic the accounts are those of a public mnemonic, whose keys are printed.
Exit codes: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 wrong usage.
`;
}
