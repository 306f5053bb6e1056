import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest } from "hardhat/types/providers";

import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { selectorOf } from "../../foundation/arc/abi.js";
import { isCodeOf } from "../../foundation/arc/code.js";
import { madeOnce } from "../../foundation/support/once.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";

/** The parts of an error from Hardhat's chain that are read here. Its stack names contracts before functions. */
interface SolidityError extends Error {
  stackTrace: readonly { readonly address?: Uint8Array }[];
  solidityStack: string;
}

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

/** Adds to an error's stack which Arc contracts it comes from. The error keeps its message, data and hash. */
export async function explainRevert(
  error: unknown,
  request: JsonRpcRequest,
  { provider }: NetworkConnection<string>,
  releases: readonly ArcRelease[],
): Promise<void> {
  if (!isSolidityError(error) || explained.has(error) || isOwn(request)) return;
  explained.add(error);
  nameContracts(error, await findUnrecognized(error, provider, releases));
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
  provider: Eip1193Provider,
  releases: readonly ArcRelease[],
): Promise<ReadonlyMap<string, string>> {
  const addresses = new Set(
    error.stackTrace.flatMap(({ address }) =>
      address === undefined ? [] : [`0x${Buffer.from(address).toString("hex")}`],
    ),
  );
  const found = new Map<string, string>();
  for (const address of addresses) {
    const code = String(await send(provider, "eth_getCode", [address, "latest"]));
    const names = releases.map((release) => nameOf(code, release));
    const name = names.find((each) => each !== undefined);
    if (name !== undefined) found.set(address, name);
  }
  return found;
}

function nameOf(code: string, release: ArcRelease): string | undefined {
  if (code === "0x") return undefined;
  const names = madeOnce(named, release, () => new Map<string, string | undefined>());
  if (!names.has(code)) {
    const isOwn = (name: string) => isCodeOf(release.artifact(name), code);
    names.set(code, release.contractNames.find(isOwn));
  }
  return names.get(code);
}

async function send(provider: Eip1193Provider, method: string, given: unknown[]): Promise<unknown> {
  own.add(given);
  return await provider.request({ method, params: given });
}

/** @param found names of Arc contracts that Hardhat does not know, by address */
function nameContracts(error: SolidityError, found: ReadonlyMap<string, string>): void {
  const lines = solidityLines(error).map((line) => {
    const address = [...found.keys()].find((each) => line.includes(each));
    return address ? line.replace("<UnrecognizedContract>", found.get(address)!) : line;
  });
  replaceLines(error, lines);
}

/** Names the called function if no source does. The last line belongs to the called contract. */
async function nameFunction(
  error: SolidityError,
  { params }: JsonRpcRequest,
  provider: Eip1193Provider,
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
