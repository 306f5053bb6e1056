import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest } from "hardhat/types/providers";

import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { selectorOf } from "../../foundation/arc/abi.js";
import { isCodeOf } from "../../foundation/arc/code.js";
import { connectionDefaults } from "./defaults.js";
import type { NamingProvider } from "./name-contracts.js";

/** The parts of an error from Hardhat's chain that are read here. Its stack names contracts before functions. */
interface SolidityError extends Error {
  stackTrace: readonly { readonly address?: Uint8Array }[];
  solidityStack: string;
  readonly data?: unknown;
  readonly transactionHash?: string | null;
}

/** An Arc contract that Hardhat does not know. */
interface Unrecognized {
  readonly address: string;
  readonly release: ArcRelease;
  readonly contractName: string;
  readonly code: string;
}

type Provider = NamingProvider;

/** The parts of a call or transaction that are read here. */
type Call = Readonly<Record<"to" | "data" | "input", string>>;

/** How Hardhat shows an unknown function. */
const UNKNOWN = ".<unknown> (";

/** Parameters of requests made here, so that their errors are not explained again. */
const own = new WeakSet<object>();
/** Errors already explained: when Hardhat makes a request on behalf of another, both fail with the same error. */
const explained = new WeakSet<object>();
/** Contract names by code, because searching a whole release takes milliseconds. */
const named = new WeakMap<ArcRelease, Map<string, string | undefined>>();
/** Contracts already passed to Hardhat, or whose sources could not be obtained, by connection. */
const tried = new WeakMap<object, Set<string>>();

/**
 * Adds to an error's stack which Arc contracts it comes from. With `stackTraces`, passes their compiler output to
 * Hardhat and repeats the request as a call, whose trace has files and lines. The error keeps its message, data and
 * hash.
 */
export async function explainRevert(
  error: unknown,
  request: JsonRpcRequest,
  connection: NetworkConnection<string>,
  releases: readonly ArcRelease[],
): Promise<void> {
  if (!isSolidityError(error) || explained.has(error) || isOwn(request)) return;
  explained.add(error);
  const provider = connection.provider as Provider;
  const found = await findUnrecognized(error, provider, releases);
  if (found.length > 0 && connectionDefaults(connection)?.stackTraces === true) {
    await addSources(found, connection, provider);
    const traced = await repeated(error, request, provider);
    if (traced !== undefined && traced.data === error.data) takeTrace(error, traced);
    nameContracts(error, found);
  } else if (found.length > 0) {
    nameContracts(error, found, "; dao.stackTraces in hardhat.config shows the line");
  }
  await nameFunction(error, request, provider, releases);
}

function isSolidityError(error: unknown): error is SolidityError {
  const { stackTrace, solidityStack } = (error ?? {}) as Partial<SolidityError>;
  return Array.isArray(stackTrace) && typeof solidityStack === "string";
}

function isOwn({ params }: JsonRpcRequest): boolean {
  return typeof params === "object" && own.has(params);
}

async function findUnrecognized(
  error: SolidityError,
  provider: Provider,
  releases: readonly ArcRelease[],
): Promise<readonly Unrecognized[]> {
  const addresses = new Set(
    error.stackTrace.flatMap(({ address }) =>
      address === undefined ? [] : [`0x${Buffer.from(address).toString("hex")}`],
    ),
  );
  const found: Unrecognized[] = [];
  for (const address of addresses) {
    const code = String(await send(provider, "eth_getCode", [address, "latest"]));
    for (const release of releases) {
      const contractName = nameOf(code, release);
      if (contractName === undefined) continue;
      found.push({ address, release, contractName, code });
      break;
    }
  }
  return found;
}

function nameOf(code: string, release: ArcRelease): string | undefined {
  if (code === "0x") return undefined;
  const names = named.get(release) ?? new Map<string, string | undefined>();
  named.set(release, names);
  if (!names.has(code)) {
    const isOwn = (name: string) => isCodeOf(release.artifact(name), code);
    names.set(code, release.contractNames.find(isOwn));
  }
  return names.get(code);
}

async function addSources(
  found: readonly Unrecognized[],
  connection: object,
  provider: Provider,
): Promise<void> {
  const { openTraceableBuild } =
    await import("../../foundation/arc/compilation/traceable-build.js");
  const projectRoot = connectionDefaults(connection)?.projectRoot;
  const done = tried.get(connection) ?? new Set();
  tried.set(connection, done);
  for (const { release, contractName, code } of found) {
    if (done.has(code)) continue;
    done.add(code);
    const { deployedBytecode: published } = release.artifact(contractName);
    const wanted = { arcVersion: release.version, contractName, code, published };
    const options = { projectRoot, onFetch: say };
    try {
      const build = await openTraceableBuild(wanted, options, say);
      if (build === undefined) say(`No stack trace through ${contractName}: ${noBuild(release)}`);
      else await provider.addCompilationResult?.(build.compiler, build.input, build.output);
    } catch (reason) {
      say(`No stack trace through ${contractName}: ${(reason as Error).message}`);
    }
  }
}

function noBuild({ version }: ArcRelease): string {
  return `no published sources compile to its code in Arc ${version}, or its compiler is older than 0.5.1.`;
}

/** Without output, seconds of waiting look like a test that hangs. */
function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Repeats a request without changing the chain, and returns its error. */
async function repeated(
  { transactionHash }: SolidityError,
  { method, params }: JsonRpcRequest,
  provider: Provider,
): Promise<SolidityError | undefined> {
  try {
    if (method === "eth_call" || method === "eth_estimateGas") {
      await send(provider, method, params as unknown[]);
    } else if (transactionHash) {
      await send(provider, "eth_call", await callOf(transactionHash, provider));
    }
  } catch (error) {
    if (isSolidityError(error)) return error;
  }
  return undefined;
}

/** A mined transaction as a call on the block before it. */
async function callOf(hash: string, provider: Provider): Promise<unknown[]> {
  const transaction = await send(provider, "eth_getTransactionByHash", [hash]);
  const { from, to, input, value, gas, blockNumber } = transaction as Record<string, string>;
  const before = `0x${(Number(blockNumber) - 1).toString(16)}`;
  return [{ from, to: to || undefined, data: input, value, gas }, before];
}

async function send(provider: Provider, method: string, given: unknown[]): Promise<unknown> {
  const params = [...given];
  own.add(params);
  return await provider.request({ method, params });
}

function takeTrace(error: SolidityError, traced: SolidityError): void {
  replaceLines(error, solidityLines(traced));
  error.stackTrace = traced.stackTrace;
  error.solidityStack = traced.solidityStack;
}

/** Names the contracts in lines that still show no source, and says once how to get one. */
function nameContracts(error: SolidityError, found: readonly Unrecognized[], hint = ""): void {
  let rest = hint;
  const lines = solidityLines(error).map((line) => {
    const contract = found.find(({ address }) => line.includes(address));
    if (contract === undefined) return line;
    const told = line
      .replace("<UnrecognizedContract>", contract.contractName)
      .replace(contract.address, `${contract.address}${rest}`);
    rest = "";
    return told;
  });
  replaceLines(error, lines);
}

/** Names the called function if no source does. The last line belongs to the called contract. */
async function nameFunction(
  error: SolidityError,
  { params }: JsonRpcRequest,
  provider: Provider,
  releases: readonly ArcRelease[],
): Promise<void> {
  const lines = [...solidityLines(error)];
  const last = lines.pop();
  const [call] = (Array.isArray(params) ? params : []) as readonly (Partial<Call> | undefined)[];
  const data = call?.data ?? call?.input;
  if (last === undefined || !last.includes(UNKNOWN) || !call?.to || !data) return;
  const code = String(await send(provider, "eth_getCode", [call.to, "latest"]));
  for (const release of releases) {
    const contractName = nameOf(code, release);
    if (contractName === undefined || !last.includes(`${contractName}${UNKNOWN}`)) continue;
    const { abi } = release.artifact(contractName);
    const entry = abi.find(
      (each) => each.type === "function" && selectorOf(each) === data.slice(0, 10),
    );
    if (entry?.name === undefined) return;
    replaceLines(error, [...lines, last.replace(UNKNOWN, `.${entry.name} (`)]);
    return;
  }
}

/** The lines of a stack that belong to contracts. They follow the message. */
function solidityLines(error: SolidityError): readonly string[] {
  return bodyOf(error).slice(0, error.solidityStack.split("\n").length);
}

function replaceLines(error: SolidityError, lines: readonly string[]): void {
  const rest = bodyOf(error).slice(error.solidityStack.split("\n").length);
  error.stack = [`${error.name}: ${error.message}`, ...lines, ...rest].join("\n");
}

function bodyOf({ name, message, stack = "" }: SolidityError): readonly string[] {
  return stack.slice(`${name}: ${message}\n`.length).split("\n");
}
