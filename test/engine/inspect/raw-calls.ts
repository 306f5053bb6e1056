import { getAddress, Interface, toQuantity } from "ethers";

import { encodeCall, encodeDeployment, functionEntry } from "../../../src/foundation/arc/abi.js";
import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import type {
  Inspection,
  ProposalDescription,
  Inspected,
  SchemeDescription,
} from "../../../src/engine/inspect/description.js";
import { isNotRead } from "../../../src/engine/inspect/reading/attempt.js";
import { inspectDao, type InspectOptions } from "../../../src/engine/inspect/inspect-dao.js";
import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { expectRecorded } from "../../recorded.js";
import { openChain } from "../../simulated-chain.js";
import { sendMined, type MinedReceipt } from "../../live/send-mined.js";
import type { ChainWithBase } from "../migration/with-base.js";
import { closing } from "../../closing.js";

interface Sending {
  /** Index of the test account. */
  readonly from?: number;
  readonly value?: bigint;
  readonly release?: ArcRelease;
}

/** Sends what a migration does not, without the code under test. */
export class RawCalls {
  readonly #chain: ChainWithBase;
  readonly accounts: readonly string[];

  constructor(chain: ChainWithBase) {
    this.#chain = chain;
    this.accounts = chain.deployer.testAccounts;
  }

  async request(method: string, params: unknown[] = []): Promise<unknown> {
    return await this.#chain.connection.provider.request({ method, params });
  }

  async transact(
    transaction: { readonly to?: string; readonly data?: string },
    { from = 0, value = 0n }: Sending = {},
  ): Promise<MinedReceipt> {
    const sent = { from: this.accounts[from], value: toQuantity(value), ...transaction };
    return await sendMined(this.#chain.connection.provider, sent);
  }

  async send(
    contract: string,
    to: string,
    name: string,
    args: readonly unknown[],
    options: Sending = {},
  ): Promise<number> {
    const data = this.encode(contract, name, args, options.release);
    return Number((await this.transact({ to, data }, options)).blockNumber);
  }

  encode(contract: string, name: string, args: readonly unknown[], release?: ArcRelease): string {
    const artifact = (release ?? this.#chain.release).artifact(contract);
    return encodeCall(functionEntry(artifact, name), args);
  }

  async deploy(
    contract: string,
    args: readonly unknown[] = [],
    options: Sending = {},
  ): Promise<string> {
    const artifact = (options.release ?? this.#chain.release).artifact(contract);
    const data = encodeDeployment(artifact, args);
    return getAddress((await this.transact({ data }, options)).contractAddress);
  }

  /** Returns the first value that a function would return. */
  async call(
    contract: string,
    to: string,
    name: string,
    args: readonly unknown[],
    release?: ArcRelease,
  ): Promise<unknown> {
    const { abi } = (release ?? this.#chain.release).artifact(contract);
    const data = this.encode(contract, name, args, release);
    const answer = await this.request("eth_call", [{ from: this.accounts[0], to, data }, "latest"]);
    return new Interface(abi).decodeFunctionResult(name, String(answer))[0] as unknown;
  }

  /** Sends a call that returns an ID, and returns the ID. */
  async propose(
    contract: string,
    to: string,
    name: string,
    args: readonly unknown[],
    release?: ArcRelease,
  ): Promise<string> {
    const id = await this.call(contract, to, name, args, release);
    await this.send(contract, to, name, args, { release });
    return String(id);
  }

  /** Wei. */
  async ether(account: string): Promise<bigint> {
    return BigInt(String(await this.request("eth_getBalance", [account, "latest"])));
  }

  async pass(seconds: number): Promise<void> {
    await this.request("evm_increaseTime", [seconds]);
    await this.request("evm_mine");
  }

  async now(): Promise<number> {
    const block = (await this.request("eth_getBlockByNumber", ["latest", false])) as {
      readonly timestamp: string;
    };
    return Number(block.timestamp);
  }

  async inspect(avatar: string, options: InspectOptions = {}): Promise<Inspection> {
    return await inspectDao(this.#chain.connection.provider, avatar, options);
  }
}

/** Runs with a chain on which some addresses have code. */
export async function withCodes(
  codes: Readonly<Record<string, string>>,
  run: (provider: Eip1193Provider) => Promise<void>,
): Promise<void> {
  await using chain = closing(await openChain());
  for (const params of Object.entries(codes)) {
    await chain.provider.request({ method: "hardhat_setCode", params });
  }
  await run(chain.provider);
}

/** JSON without what differs from run to run, or with the releases that are known. */
export function withoutMoments(value: unknown): string {
  const isLeftOut = (name: string) =>
    /^(time|block|transaction|releases|exact|initialTimestamp)$/.test(name);
  const isMoment = (each: unknown) => /^1[6-9]\d{8}$/.test(String(each));
  const shown = (name: string, each: unknown) =>
    isLeftOut(name) ? undefined : isMoment(each) ? "a time" : each;
  return JSON.stringify(value, shown, 2);
}

/** Compares what was inspected with `golden/`, without moments. */
export function expectInspected(value: unknown): void {
  expectRecorded(withoutMoments(value));
}

export function wasRead<Value>(value: Inspected<Value> | undefined): Value {
  if (value === undefined) throw new Error("there is none");
  if (isNotRead(value)) throw new Error(value.notRead);
  return value;
}

export function proposalOf({ proposals }: Inspection, id: string): ProposalDescription {
  const found = wasRead(proposals).find((each) => each.id === id);
  if (found === undefined) throw new Error(`No proposal ${id} among ${wasRead(proposals).length}`);
  return found;
}

export function schemeOf({ schemes }: Inspection, address: string): SchemeDescription {
  const found = schemes.find(({ contract }) => contract.address === address);
  if (found === undefined) throw new Error(`No scheme ${address} among ${schemes.length}`);
  return found;
}
