import { EventEmitter } from "node:events";

import type { RequestArguments } from "hardhat/types/providers";

import { configOf, isUnderstood, type ForkedChain, type SimulatedNetwork } from "./config.js";
import { loadEdr, type Edr, type EdrEvent, type EdrInstance, type EdrResponse } from "./edr.js";

type Fields = Record<string, unknown>;
type ErrorClass = new (...given: unknown[]) => Error & { data?: unknown };

interface Failure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

interface Handler {
  isSupportedMethod(request: RequestArguments): boolean;
  handle(request: RequestArguments): Promise<RequestArguments>;
}

/** Requests in which a missing sender is filled in. */
const WITH_SENDER = new Set(["eth_sendTransaction", "eth_call", "eth_estimateGas"]);

/**
 * A chain in this process, opened through EDR itself: it answers as Hardhat's provider for the same options does, but
 * without Hardhat's runtime, most of whose time goes into loading modules. What is rarely needed, such as the reasons
 * of failures, is loaded from Hardhat when it is needed.
 */
export class EdrProvider extends EventEmitter {
  readonly defaultTransactionGasLimit: bigint;
  /** Read by Hardhat's own handlers. */
  isBlockGasLimitEnforced: boolean;
  readonly #edr: Edr;
  readonly #network: SimulatedNetwork;
  #instance: EdrInstance | undefined;
  #handlers: Promise<readonly Handler[]> | undefined;
  #sender: Promise<unknown> | undefined;
  #requests = 0;

  /** @returns undefined if only Hardhat's runtime can open it: for other options, or an unknown version of EDR */
  static async open(
    network: SimulatedNetwork,
    fork?: ForkedChain,
  ): Promise<EdrProvider | undefined> {
    const edr = isUnderstood(network) ? await loadEdr() : undefined;
    const config = edr && configOf(edr, network, fork);
    if (edr === undefined || config === undefined) return undefined;
    const provider = new EdrProvider(edr, network, config);
    // Otherwise EDR would hold the provider, and the provider EDR.
    const reference = new WeakRef(provider);
    provider.#instance = await edr.context.createProvider(
      edr.native.GENERIC_CHAIN_TYPE,
      config,
      loggerOf(edr, network),
      { subscriptionCallback: (event) => reference.deref()?.announce(event) },
      edr.native.ContractDecoder.withContracts({ buildInfos: [], ignoreContracts: false }),
    );
    return provider;
  }

  private constructor(
    edr: Edr,
    network: SimulatedNetwork,
    config: NonNullable<ReturnType<typeof configOf>>,
  ) {
    super();
    this.#edr = edr;
    this.#network = network;
    this.defaultTransactionGasLimit = config.defaultTransactionGasLimit;
    this.isBlockGasLimitEnforced = config.mining.blockGasLimit !== undefined;
  }

  async request({ method, params = [] }: RequestArguments): Promise<unknown> {
    if (!Array.isArray(params))
      throw new TypeError("The parameters of a request must be an array.");
    if (WITH_SENDER.has(method)) await this.#complete(method, params as unknown[]);
    const result = await this.#send(method, params);
    if (method === "evm_revert") this.emit("hardhatNetworkRevertSnapshot");
    if (method === "evm_setBlockGasLimit") this.isBlockGasLimitEnforced = true;
    if (method !== "web3_clientVersion") return result;
    const version = String(result).split("/")[1];
    return `HardhatNetwork/${this.#edr.hardhatVersion}/@nomicfoundation/edr/${version}`;
  }

  /**
   * Sends complete requests as one: to reach the chain and return costs each as much as what it does there.
   * @returns their results, in order
   * @throws the first failure; those before it were carried out, and those after it were not
   */
  async requestAll(requests: readonly RequestArguments[]): Promise<readonly unknown[]> {
    const [first] = requests;
    if (first === undefined) return [];
    return (await this.#call(
      first.method,
      requests.map((request) => this.#numbered(request)),
    )) as unknown[];
  }

  close(): Promise<void> {
    this.removeAllListeners();
    this.#instance = undefined;
    return Promise.resolve();
  }

  #numbered({ method, params = [] }: RequestArguments): object {
    return { jsonrpc: "2.0", id: ++this.#requests, method, params };
  }

  async #send(method: string, params: readonly unknown[]): Promise<unknown> {
    return await this.#call(method, this.#numbered({ method, params }));
  }

  async #call(method: string, request: object): Promise<unknown> {
    if (this.#instance === undefined) throw new Error("The chain is closed.");
    let response: EdrResponse;
    try {
      response = await this.#instance.handleRequest(JSON.stringify(request));
    } catch (error) {
      const { UnknownError } = await this.#errors();
      throw new UnknownError!((error as Error).message, error);
    }
    const { data } = response;
    const { result, error } = (typeof data === "string" ? JSON.parse(data) : data) as {
      readonly result?: unknown;
      readonly error?: Failure;
    };
    if (error !== undefined) throw await this.#errorOf(method, error, response);
    return result;
  }

  /** Fills in the sender, and what Hardhat fills into a transaction. Changes the parameters, as Hardhat does. */
  async #complete(method: string, params: unknown[]): Promise<void> {
    const [call] = params as [Fields | null | undefined];
    if (typeof call !== "object" || call === null) return;
    if (method !== "eth_sendTransaction") {
      if (call["from"] !== undefined) return;
      this.#sender ??= this.#send("eth_accounts", []).then(
        (accounts) => (accounts as unknown[])[0],
      );
      const from = this.#network.from ?? (await this.#sender);
      if (from !== undefined) call["from"] = from;
      return;
    }
    const { from, gas, gasPrice, maxFeePerGas: most, maxPriorityFeePerGas: tip } = call;
    const hasFees = gasPrice !== undefined || (most !== undefined && tip !== undefined);
    if (from !== undefined && gas !== undefined && hasFees) return;
    let request: RequestArguments = { method, params };
    for (const handler of await (this.#handlers ??= this.#loadHandlers())) {
      if (handler.isSupportedMethod(request)) request = await handler.handle(request);
    }
  }

  async #loadHandlers(): Promise<readonly Handler[]> {
    const { createHandlersArray } = (await this.#edr.load(
      "request-handlers/handlers-array.js",
    )) as { createHandlersArray: (connection: object) => Promise<readonly Handler[]> };
    const { gas, gasPrice, gasMultiplier = 1, from } = this.#network;
    const bigint = (value: typeof gas) =>
      value === undefined || value === "auto" ? "auto" : BigInt(value);
    return await createHandlersArray({
      provider: this,
      networkConfig: {
        ...{ type: "edr-simulated", gasMultiplier, from },
        ...{ gas: bigint(gas), gasPrice: bigint(gasPrice) },
      },
    });
  }

  async #errors(): Promise<Readonly<Record<string, ErrorClass>>> {
    return (await this.#edr.load("provider-errors.js")) as Readonly<Record<string, ErrorClass>>;
  }

  async #errorOf(
    method: string,
    { code, message, data }: Failure,
    response: EdrResponse,
  ): Promise<Error> {
    const { ProviderError, InvalidArgumentsError, InternalCallOutOfGasError } =
      await this.#errors();
    const { reason, data: returned, transactionHash } = (data ?? {}) as Fields;
    const trace = response.stackTrace();
    const isOutOfGas = method === "eth_estimateGas" && reason === "InternalCallOutOfGas";
    if (!isOutOfGas && trace?.kind === "StackTrace") {
      const { createSolidityErrorWithStackTrace: solidityError } = (await this.#edr.load(
        "edr/stack-traces/stack-trace-solidity-errors.js",
      )) as { createSolidityErrorWithStackTrace: (...given: unknown[]) => Error };
      try {
        return solidityError(message, trace.entries, returned, transactionHash);
      } catch {
        // Hardhat decodes what a contract returned, which may only begin like an error of Solidity's.
      }
    }
    const INVALID_ARGUMENTS = -32602;
    const error = isOutOfGas
      ? new InternalCallOutOfGasError!()
      : code === INVALID_ARGUMENTS
        ? new InvalidArgumentsError!(message)
        : new ProviderError!(message, code);
    error.data = data;
    return error;
  }

  private announce({ filterId, result }: EdrEvent): void {
    const subscription = `0x${filterId.toString(16)}`;
    for (const one of Array.isArray(result) ? (result as unknown[]) : [result]) {
      const data = { subscription, result: one };
      this.emit("notification", data);
      this.emit("message", { type: "eth_subscription", data });
    }
  }
}

/** Prints what contracts log and, if enabled, every request, through Hardhat's own functions. */
function loggerOf(edr: Edr, { loggingEnabled = false }: SimulatedNetwork): object {
  return {
    enable: loggingEnabled,
    decodeConsoleLogInputsCallback: (inputs: readonly ArrayBuffer[]) => {
      // Called for every transaction.
      if (inputs.length === 0) return [];
      const { ConsoleLogger } = edr.require("edr/utils/console-logger.js") as {
        ConsoleLogger: { getDecodedLogs(messages: readonly Buffer[]): string[] };
      };
      return ConsoleLogger.getDecodedLogs(inputs.map((input) => Buffer.from(input)));
    },
    printLineCallback: (message: string, replace: boolean) => {
      const { printLine, replaceLastLine } = edr.require("edr/utils/logger.js") as Record<
        "printLine" | "replaceLastLine",
        (line: string) => void
      >;
      (replace ? replaceLastLine : printLine)(message);
    },
  };
}
