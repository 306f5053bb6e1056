import { Interface } from "ethers";

import { encodeCall, encodeDeployment, functionEntry } from "../../../src/foundation/arc/abi.js";
import type { Artifact } from "../../../src/foundation/arc/artifact.js";
import type {
  Contract,
  Deployer,
  FunctionSelector,
  Log,
  SendOptions,
} from "../../../src/engine/migration/deployer.js";
import type { Warning } from "../../../src/foundation/support/warning.js";

interface Script {
  /** What a function returns, by `Contract.function`. */
  readonly reads?: Readonly<Record<string, readonly unknown[]>>;
  /** Events of a function: their names and values. */
  readonly events?: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
  readonly code?: string;
}

export const addressOf = (digit: number) => `0x${String(digit).padStart(2, "0").repeat(20)}`;

/** Writes down every step without a chain. What is deployed gets the addresses 01..., 02... */
export class ScriptedDeployer implements Deployer {
  readonly network = { chainId: 1337n, name: "private" } as unknown as Deployer["network"];
  readonly account = addressOf(99);
  readonly testAccounts = [];
  readonly transactionGasLimit = 10_000_000n;
  readonly canMoveClock = false;
  /** Such as `dao/Avatar: deploy Avatar("A", ...)`, in order. */
  readonly steps: string[] = [];
  readonly warnings: Warning[] = [];
  readonly #script: Script;
  #deployed = 0;

  constructor(script: Script = {}) {
    this.#script = script;
  }

  async read(contract: Contract, selector: FunctionSelector, args: readonly unknown[] = []) {
    const name = called(contract, selector, args);
    const result = this.#script.reads?.[name];
    if (result === undefined) throw new Error(`The script does not say what ${name} returns.`);
    return await Promise.resolve(result);
  }

  async deploy(step: string, artifact: Artifact, args: readonly unknown[] = []): Promise<Contract> {
    encodeDeployment(artifact, args);
    this.steps.push(`${step}: deploy ${artifact.contractName}(${listed(args)})`);
    this.#deployed += 1;
    return await Promise.resolve({ artifact, address: addressOf(this.#deployed) });
  }

  async send(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
    options: SendOptions = {},
  ): Promise<void> {
    const { checkpoint } = options;
    this.steps.push(
      `${step}: ${called(contract, selector, args)}(${listed(args)}) at ${contract.address.slice(0, 4)}` +
        (checkpoint === true ? ", then waits" : ""),
    );
    await Promise.resolve();
  }

  async sendForLogs(
    ...[step, contract, selector, args, options]: Parameters<Deployer["sendForLogs"]>
  ) {
    await this.send(step, contract, selector, args, options);
    const events = this.#script.events?.[called(contract, selector, args ?? [])] ?? {};
    return Object.entries(events).map(([name, values]): Log => {
      const encoded = new Interface(contract.artifact.abi).encodeEventLog(name, values);
      return { address: contract.address, ...encoded };
    });
  }

  warn(warning: Warning): void {
    this.warnings.push(warning);
  }

  code = async () => await Promise.resolve(this.#script.code ?? "0x");
  storage = async () => await Promise.resolve(0n);
  nonce = async () => await Promise.resolve(0);
  logs = async () => await Promise.resolve([]);
  fundTestAccounts = async () => await Promise.resolve();
  increaseTime = async () => await Promise.resolve();
}

/** `Contract.function`; fails if the arguments do not fit. */
function called({ artifact }: Contract, selector: FunctionSelector, args: readonly unknown[]) {
  const entry = typeof selector === "string" ? functionEntry(artifact, selector) : selector;
  encodeCall(entry, args);
  return `${artifact.contractName}.${entry.name ?? ""}`;
}

/** Addresses and hashes as their first byte. */
export function listed(args: readonly unknown[]): string {
  return args
    .map((arg) =>
      Array.isArray(arg)
        ? `[${listed(arg)}]`
        : String(arg).replace(/^(0x..)[0-9a-fA-F]{38,}$/, "$1"),
    )
    .join(", ");
}
