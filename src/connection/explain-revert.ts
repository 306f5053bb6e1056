import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest } from "hardhat/types/providers";

import type { ArcRelease } from "../arc/artifact.js";
import { selectorOf } from "../arc/abi.js";
import { isCodeOf } from "../arc/code.js";
import { connectionDefaults } from "./defaults.js";
import type { NamingProvider } from "./name-contracts.js";

/** An error of Hardhat's chain, as far as it is read here. The stack names contracts before functions. */
interface SolidityError extends Error {
  stackTrace: readonly { readonly address?: Uint8Array }[];
  solidityStack: string;
  readonly data?: unknown;
  readonly transactionHash?: string | null;
}

/** A contract of Arc that Hardhat does not know. */
interface Unrecognized {
  readonly address: string;
  readonly release: ArcRelease;
  readonly contractName: string;
  readonly code: string;
}

type Provider = NamingProvider;

/** What is read of a call or transaction. */
type Call = Readonly<Record<"to" | "data" | "input", string>>;

/** How Hardhat shows a function that it does not know. */
const UNKNOWN = ".<unknown> (";

/** Parameters of requests that are made here, so that they are not explained again. */
const own = new WeakSet<object>();
/** A request that Hardhat makes for another passes its error on. */
const explained = new WeakSet<object>();
/** Contracts by their code: looking through a whole release takes milliseconds. */
const named = new WeakMap<ArcRelease, Map<string, string | undefined>>();
/** Contracts that Hardhat was told of, or that could not be obtained, by connection. */
const tried = new WeakMap<object, Set<string>>();

/**
 * Puts into an error's stack which contracts of Arc it comes from. With `stackTraces`, Hardhat is told
 * what they are compiled from, and the request is repeated as a call: its trace has files and lines.
 * Message, data and hash stay what they were.
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
  const { openTraceableBuild } = await import("../arc/compilation/traceable-build.js");
  const projectRoot = connectionDefaults(connection)?.projectRoot;
  const done = tried.get(connection) ?? new Set();
  tried.set(connection, done);
  for (const { release, contractName, code } of found) {
    if (done.has(code)) continue;
    done.add(code);
    const { deployedBytecode: published } = release.artifact(contractName);
    const wanted = { arcVersion: release.version, contractName, code, published };
    const options = { ...(projectRoot !== undefined && { projectRoot }), onFetch: say };
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

/** Seconds without a word look like a test that hangs. */
function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** The error of the same request, made again without changing the chain. */
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

/** A mined transaction as a call on the block before. */
async function callOf(hash: string, provider: Provider): Promise<unknown[]> {
  const transaction = await send(provider, "eth_getTransactionByHash", [hash]);
  const { from, to, input, value, gas, blockNumber } = transaction as Record<string, string>;
  const before = `0x${(Number(blockNumber) - 1).toString(16)}`;
  return [{ from, ...(to && { to }), data: input, value, gas }, before];
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

/** Names contracts where nothing more is known of them, and says once how to know more. */
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

/** Names the function that was called, where no source says it: the last line is of the contract that was called. */
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

/** The lines of a stack after its message, as many as are of contracts. */
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
