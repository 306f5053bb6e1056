import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { Wallet, type BaseWallet } from "ethers";

import { BuildFiles } from "../../src/foundation/arc/build-files.js";
import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import { DirectDeployer } from "../../src/engine/execution/deployers/direct-deployer.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import type { MigrationRun } from "../../src/operations/run/figures.js";
import type { MigrationPreview } from "../../src/engine/execution/sending/preview.js";
import { migrateLive, previewLive } from "../../src/operations/run/live.js";
import type { LiveInputs } from "../../src/operations/run/live-inputs.js";
import type { MinedEvent } from "../../src/engine/execution/steps/event.js";
import { noteOf } from "../../src/output/describe/event-notes.js";
import { resolveParameters } from "../../src/foundation/params/load-parameters.js";
import { prepareMigration, type Section } from "../../src/operations/run/prepare.js";
import type { MigrationResult } from "../../src/foundation/result/result.js";
import { runMigration } from "../../src/operations/run/run-migration.js";
import { walletsOf } from "../../src/foundation/chain/test-accounts.js";
import { expectDao } from "../engine/migration/expect-dao.js";
import { rejection } from "../rejection.js";
import { accountsOf, openChain, reader } from "../simulated-chain.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { withNode, type TestChain } from "./nodes.js";
import { witness } from "./witness.js";
import { hasQueue } from "../../src/foundation/arc/features.js";
import { closing } from "../closing.js";

export const ROOT = process.cwd();
export const EXAMPLE = join(ROOT, "migration-params.json");
export const KYBER = join(ROOT, "examples/params/kyber.json");
export const ALL: readonly Section[] = ["base", "dao", "test"];

/** The inputs of a test migration; all others have defaults that suit tests. */
export type LiveOptions = Partial<LiveInputs> & {
  readonly output: string;
  readonly onMined?: (event: MinedEvent) => void;
  /** Called with the sentences that a user sees. */
  readonly onNote?: (message: string) => void;
};

/**
 * Migrates to a node from its first account, and expects each transaction to be in the journal on disk before
 * it is sent.
 */
export async function migrate(node: TestChain, options: LiveOptions): Promise<MigrationRun> {
  return await migrateLive(inputsOf(node, options));
}

export async function preview(node: TestChain, options: LiveOptions): Promise<MigrationPreview> {
  return (await previewLive(inputsOf(node, options))).preview;
}

function inputsOf(
  node: TestChain,
  { provider = node.provider, onMined, onNote, ...options }: LiveOptions,
): LiveInputs {
  return {
    provider: witness(provider, `${options.output}.journal`),
    sections: ALL,
    params: EXAMPLE,
    projectRoot: ROOT,
    signer: deployerOf(node.mnemonic),
    testMnemonic: node.mnemonic,
    // The check has tests of its own, and would take as long as the migration.
    check: false,
    // Nodes of tests mine only what they get, also those that pass for a public chain.
    confirmations: 1,
    onEvent: (event) => {
      if (event.type === "mined") onMined?.(event);
      const note = noteOf(event);
      if (note !== undefined) onNote?.(note);
    },
    ...options,
  };
}

export function before(
  provider: Eip1193Provider,
  act: (request: { readonly method: string; readonly params?: unknown[] }) => Promise<void>,
): Eip1193Provider {
  return {
    async request(request) {
      await act(request);
      return await provider.request(request);
    },
  };
}

export const SEND = "eth_sendRawTransaction";

/** Migrates until this many transactions are sent, and fails then; returns once the node has answered all of them. */
export async function stopAfter(
  count: number,
  node: TestChain,
  options: LiveOptions,
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const provider: Eip1193Provider = {
    async request(request) {
      if (request.method !== SEND) return await node.provider.request(request);
      if (sent.length === count) throw new Error("enough");
      const answer = node.provider.request(request);
      sent.push(answer);
      return await answer;
    },
  };
  expect((await rejection(migrate(node, { ...options, provider }))).message).to.equal("enough");
  await Promise.allSettled(sent);
}

/** Sends a transaction from an account, as another program would. */
export async function sendFrom(
  provider: Eip1193Provider,
  wallet: BaseWallet,
  call: { readonly to: string; readonly data?: string; readonly nonce?: number },
): Promise<void> {
  const count = await provider.request({
    method: "eth_getTransactionCount",
    params: [wallet.address, "pending"],
  });
  const raw = await wallet.signTransaction({
    chainId: Number(await provider.request({ method: "eth_chainId" })),
    nonce: Number(count),
    gasLimit: 10_000_000,
    gasPrice: 50_000_000_000n,
    ...call,
  });
  await provider.request({ method: "eth_sendRawTransaction", params: [raw] });
}

/** Returns the number of contracts that an account created with its own transactions. */
export async function creationsOf(provider: Eip1193Provider, account: string): Promise<number> {
  return (await transactionsOf(provider, account)).filter(({ to }) => to === null).length;
}

export interface MinedTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly type: string;
  readonly gasPrice: string;
  readonly maxFeePerGas?: string;
  readonly input: string;
}

/** Returns the mined transactions of an account, or of all, in order. */
export async function transactionsOf(
  provider: Eip1193Provider,
  account?: string,
): Promise<MinedTransaction[]> {
  const latest = Number(await provider.request({ method: "eth_blockNumber" }));
  const blocks = await Promise.all(
    Array.from({ length: latest }, async (_, index) => {
      const params = [`0x${(index + 1).toString(16)}`, true];
      const block = await provider.request({ method: "eth_getBlockByNumber", params });
      return (block as { transactions: readonly MinedTransaction[] }).transactions;
    }),
  );
  return blocks.flat().filter(({ from }) => from === (account?.toLowerCase() ?? from));
}

export function deployerOf(mnemonic: string): BaseWallet {
  return walletsOf(mnemonic, 1)[0] ?? Wallet.createRandom();
}

/** Runs with the path of a result file in a new folder. */
export async function withOutput<Result>(
  run: (output: string, folder: string) => Promise<Result>,
): Promise<Result> {
  return await inTemporaryFolder(
    async (folder) => await run(join(folder, "migration.json"), folder),
  );
}

/** Runs with a node and the path of a result file in a new folder. */
export async function onNode<Result, Node extends TestChain>(
  starting: Promise<Node>,
  run: (node: Node, output: string, folder: string) => Promise<Result>,
): Promise<Result> {
  return await withNode(
    starting,
    async (node) => await withOutput(async (output, folder) => await run(node, output, folder)),
  );
}

/** Returns the number of transactions that the deploying account has sent. */
export async function sentOn({ provider, mnemonic }: TestChain): Promise<number> {
  return await nonceOf(provider, deployerOf(mnemonic).address, "pending");
}

export async function readResult(output: string): Promise<MigrationResult> {
  return JSON.parse(await readFile(output, "utf8")) as MigrationResult;
}

/** The outcome of a migration on a new chain in this process, which a live migration should match. */
export interface Reference {
  readonly sections: Pick<MigrationResult, "base" | "dao" | "test">;
  /** Transactions by account, and contracts created by the deploying account's own transactions. */
  readonly nonces: Readonly<Record<string, number>>;
  readonly creations: number;
  readonly steps: number;
  /** The code of every contract in the result, by address. */
  readonly codes: Readonly<Record<string, string>>;
  /** Staking tokens by test account. */
  readonly stakes: Readonly<Record<string, unknown>>;
}

const references = new Map<string, Promise<Reference>>();

/** Runs the same migration with a DirectDeployer and the same accounts, once per set of inputs. */
export async function reference(
  mnemonic: string,
  sections: readonly Section[] = ALL,
  params: string | object = EXAMPLE,
): Promise<Reference> {
  const key = JSON.stringify([mnemonic, sections, params]);
  let made = references.get(key);
  if (made === undefined) {
    made = inProcess(mnemonic, sections, params);
    references.set(key, made);
  }
  return await made;
}

async function inProcess(
  mnemonic: string,
  sections: readonly Section[],
  params: string | object,
): Promise<Reference> {
  await using connection = closing(await openChain({ accounts: accountsOf(mnemonic) }));
  const { provider } = connection;
  const prepared = await prepareMigration({ sections, params, projectRoot: ROOT }, "private", {});
  const deployer = await DirectDeployer.create({ provider, inProcess: true });
  const made = await runMigration(deployer, prepared, {});
  return {
    sections: made,
    steps: deployer.stepCount,
    creations: await creationsOf(provider, deployer.account),
    ...(await stateOf(provider, made, mnemonic)),
  };
}

async function stateOf(
  provider: Eip1193Provider,
  sections: Reference["sections"],
  mnemonic: string,
): Promise<Pick<Reference, "nonces" | "codes" | "stakes">> {
  const accounts = walletsOf(mnemonic).map(({ address }) => address);
  // All at once, so that they share a request to the node.
  const ofEach = async <Value>(all: readonly string[], ask: (each: string) => Promise<Value>) =>
    Object.fromEntries(
      await Promise.all(all.map(async (each) => [each, await ask(each)] as const)),
    );
  const { base } = sections;
  const read = base && reader({ provider }, await openArcRelease(base.arcVersion));
  const codeOf = async (address: string) =>
    String(await provider.request({ method: "eth_getCode", params: [address, "latest"] }));
  const [nonces, codes, stakes] = await Promise.all([
    ofEach(accounts, async (each) => await nonceOf(provider, each)),
    ofEach(contractsOf(sections), codeOf),
    ofEach(
      read ? accounts : [],
      async (each) => await read!("DAOToken", base!.DAOToken, "balanceOf", each),
    ),
  ]);
  return { nonces, codes, stakes };
}

/** Returns every address in a result. */
function contractsOf(value: unknown): string[] {
  if (typeof value === "string") return /^0x[0-9a-f]{40}$/i.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(contractsOf);
}

export async function nonceOf(
  provider: Eip1193Provider,
  account: string,
  block: "latest" | "pending" = "latest",
): Promise<number> {
  const params = [account, block];
  return Number(await provider.request({ method: "eth_getTransactionCount", params }));
}

/**
 * Expects the chain to match the same migration in process: the same contracts at the same addresses, the same
 * number of transactions per account, the same balances and proposals.
 */
export async function expectAsInProcess(
  node: Pick<TestChain, "provider" | "mnemonic">,
  output: string,
  { sections, nonces, codes, stakes }: Reference,
  params: string | object = EXAMPLE,
): Promise<void> {
  const { provider, mnemonic } = node;
  const { base, dao, test } = await readResult(output);
  expect({
    ...(base && { base }),
    ...(dao && { dao }),
    ...(test && { test }),
  }).to.deep.equal(sections);
  const state = await stateOf(provider, sections, mnemonic);
  expect(state.nonces, "transactions of each account").to.deep.equal(nonces);
  expect(state.codes, "code of each contract").to.deep.equal(codes);
  expect(state.stakes, "staking tokens of each account").to.deep.equal(stakes);
  await expectOnChain(node, output, params);
}

/** Expects the chain to match a result file, wherever its contracts are. */
export async function expectOnChain(
  {
    provider,
    mnemonic,
    deployer = deployerOf(mnemonic).address,
  }: Pick<TestChain, "provider" | "mnemonic"> & { readonly deployer?: string },
  output: string,
  params: string | object = EXAMPLE,
): Promise<void> {
  const { base, dao, test } = await readResult(output);
  if (base === undefined) throw new Error("The result has no base.");
  const release = await openArcRelease(base.arcVersion);
  if (dao !== undefined) {
    const raw =
      typeof params === "string" ? (JSON.parse(await readFile(params, "utf8")) as object) : params;
    const { parameters } = await resolveParameters(raw, {
      network: "private",
      arcVersion: base.arcVersion,
      openRelease: async (version) => await openArcRelease(version),
      builds: new BuildFiles({ customAbis: join(ROOT, "custom-abis") }),
    });
    await expectDao({ provider }, release, base, parameters, dao, deployer);
  }
  if (test === undefined) return;
  const read = reader({ provider }, release);
  const state = async (id: string) =>
    await read("GenesisProtocol", base.GenesisProtocol, "state", id);
  // Before proposals were queued, boosted ones had the state number that pre-boosted ones have now.
  const boosted = hasQueue(release.artifact("GenesisProtocol")) ? 5n : 4n;
  expect(await state(test.queuedProposalId), "queued").to.equal(3n);
  expect(await state(test.executedProposalId), "executed").to.equal(2n);
  if (test.preBoostedProposalId !== undefined) {
    expect(await state(test.preBoostedProposalId), "pre-boosted").to.equal(4n);
  }
  if (test.boostedProposalId !== undefined) {
    expect(await state(test.boostedProposalId), "boosted").to.equal(boosted);
  }
}
