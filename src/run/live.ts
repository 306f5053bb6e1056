import { rm } from "node:fs/promises";

import { identifyChain, type ChainIdentity } from "../chain/identity.js";
import { knownBase } from "./known-base.js";
import { MigrationError } from "../support/errors.js";
import { highestPrice, suggestFees } from "../chain/fees.js";
import { gasLimitOf } from "../chain/gas-limit.js";
import { inputsHash } from "./inputs-hash.js";
import { Journal, type JournalHeader } from "../execution/journal/journal.js";
import { LiveMigration } from "./live-migration.js";
import { lock } from "../support/file-lock.js";
import { requireSame, type MigrationIdentity } from "../execution/journal/migration-identity.js";
import type { Preview } from "../execution/sending/preview.js";
import type { Eip1193Provider } from "../chain/provider.js";
import type { Signer } from "../chain/signer.js";
import { Target } from "../chain/target.js";
import { findReusable } from "../migration/base.js";
import { isPrivate } from "../chain/networks.js";
import { prepareMigration, type MigrationInputs, type PreparedMigration } from "./prepare.js";
import { restarted, ResultFile } from "../result/file.js";
import type { MigrationResult, ResultSections } from "../result/result.js";
import { wantedArcVersion } from "./arc-version.js";
import { defaultWallet, TEST_MNEMONIC, walletsOf } from "../chain/test-accounts.js";
import type { ChainFacts, MinedStep } from "../execution/steps/step.js";
import { hasQueue } from "../arc/features.js";
import type { RunFigures } from "./figures.js";

/** Fees of a stuck transaction are raised to this many times what was suggested at first, at most. */
const FEE_CAP_FACTOR = 10n;

export interface LiveInputs extends MigrationInputs {
  readonly provider: Eip1193Provider;
  /** Signs for the deploying account. Default: the built-in public key, on private networks only. */
  readonly signer?: Signer | undefined;
  /** Accounts of the demo's votes; the predecessor's ten where they are absent. */
  readonly testMnemonic?: string | undefined;
  /** The result file. */
  readonly output: string;
  /** In wei. */
  readonly gasPrice?: bigint | undefined;
  readonly confirmations?: number | undefined;
  /** Milliseconds; see SenderOptions. */
  readonly raiseAfter?: number | undefined;
  readonly repeatAfter?: number | undefined;
  readonly polling?: number | undefined;
  /** Deploy everything anew, also what is there already. */
  readonly force?: boolean | undefined;
  /** Stop with Declined once `confirm` has been shown what would be done. Nothing is sent. */
  readonly dryRun?: boolean | undefined;
  /** Forget the journal and the sections of the result file, and begin anew. */
  readonly restart?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether contracts of the base that are there serve again. Default: they do. */
  readonly confirmReuse?: ((names: readonly string[]) => Promise<boolean>) | undefined;
  /** Whether to go on, once it is known what will happen. Default: yes. */
  readonly confirm?: ((preview: Preview, chain: ChainIdentity) => Promise<boolean>) | undefined;
  readonly onMined?: ((event: MinedEvent) => void) | undefined;
}

/** A step that is on the chain. */
export interface MinedEvent {
  readonly step: string;
  readonly count: number;
  /** Steps of the whole migration. */
  readonly total: number;
  readonly blockNumber: number;
  readonly gasUsed: bigint;
  /** What it cost, in wei; absent where the node does not tell the price. */
  readonly fee?: bigint;
  readonly transactionHash: string;
}

export interface LiveResult {
  readonly result: MigrationResult;
  readonly made: ResultSections;
  readonly figures: RunFigures;
}

/** Where the journal of a migration to a result file is. */
export function journalPath(output: string): string {
  return `${output}.journal`;
}

/**
 * Migrates to a live network: rehearsed, journaled, resumable. The result file is written at the
 * end, and the journal removed after it.
 */
export async function migrateLive(inputs: LiveInputs): Promise<LiveResult> {
  const start = performance.now();
  const chain = await identifyChain(inputs.provider, false);
  const signer = inputs.signer ?? publicSigner(chain);
  const unlock = await lock(`${inputs.output}.lock`);
  try {
    const params = inputs.sections.includes("dao") ? inputs.params : undefined;
    const asked = await wantedArcVersion(params, chain.name, inputs.arcVersion);
    const file = await ResultFile.open(inputs.output, chain, asked);
    const target = new Target(inputs.provider, chain);
    const existing =
      inputs.restart === true ? restarted(file.sections, inputs.sections) : file.sections;
    const known = { ...(await knownBase(target, asked)), ...existing };
    const inputsPrepared = await prepareMigration(inputs, chain.name, known);
    const signers = signersFor(inputs, signer, chain);
    const facts = await factsOf(target, signer, signers.testAccounts);
    const journal = await journalFor(inputs, target, facts, inputsPrepared, known);
    const { reusable, movesClock, transactionGasLimit } = journal.header;
    const prepared = { ...inputsPrepared, reusable };
    noteWhatIsLeftOut(inputs, prepared, movesClock);
    let count = 0;
    const migration = new LiveMigration({
      target,
      facts: {
        ...facts,
        transactionGasLimit: BigInt(transactionGasLimit),
        canMoveClock: movesClock,
      },
      signers: signers.byAddress,
      prepared,
      existing: known,
      journal,
      options: await senderOptions(inputs, target),
      dryRun: inputs.dryRun === true,
      confirm: async (preview) => (await inputs.confirm?.(preview, chain)) ?? true,
      onMined: (step, mined, total) => {
        inputs.onMined?.(eventOf(step, mined, ++count, total));
      },
      onNote: (message) => inputs.onNote?.(message),
    });
    try {
      const made = await migration.run();
      const result = await file.write(made);
      await journal.remove();
      const figures = {
        account: facts.account,
        transactions: migration.ledger.size,
        gasUsed: migration.ledger.gasUsed,
        milliseconds: performance.now() - start,
      };
      return { result, made, figures };
    } catch (error) {
      await journal.close();
      // A journal of a migration of which nothing was signed says nothing.
      if (journal.steps.length === 0) await rm(journal.path, { force: true });
      throw error;
    }
  } finally {
    await unlock();
  }
}

function eventOf(step: string, mined: MinedStep, count: number, total: number): MinedEvent {
  const { blockNumber, gasUsed, transactionHash, fee } = mined;
  return {
    step,
    count,
    total,
    blockNumber,
    gasUsed,
    transactionHash,
    ...(fee !== undefined && { fee }),
  };
}

/** The built-in key is known to everybody: whoever uses it on a live network gives his money away. */
function publicSigner(chain: ChainIdentity): Signer {
  if (isPrivate(chain)) return defaultWallet();
  throw new MigrationError(
    `No private key and no mnemonic were given, and the built-in default key is public: it is refused on ` +
      `${chain.name}. Give the key of your account with --private-key or --mnemonic, or in DAO_MIGRATE_PRIVATE_KEY ` +
      "or DAO_MIGRATE_MNEMONIC.",
  );
}

/** Contracts of a base that can serve again, unless everything is to be made anew or somebody objects. */
async function reusableBase(
  { force, confirmReuse }: LiveInputs,
  target: Target,
  { sections, release }: PreparedMigration,
  { base }: ResultSections,
): Promise<Record<string, string>> {
  if (force === true || !sections.includes("base") || base === undefined) return {};
  const code = async (address: string) => await target.code(address);
  const reusable = await findReusable(code, target.chain, release, { ...base });
  // A live network's staking token is not ours to make anew, so there is nothing to ask about it.
  const names = Object.keys(reusable).filter(
    (name) => name !== "DAOToken" || isPrivate(target.chain),
  );
  if (names.length === 0 || (await confirmReuse?.(names)) === false) return {};
  return reusable;
}

/** The proposals of a demo test that have to wait cannot be made where nobody can move the clock. */
function noteWhatIsLeftOut(
  { onNote }: LiveInputs,
  { sections, release }: PreparedMigration,
  movesClock: boolean,
): void {
  if (movesClock || !sections.includes("test")) return;
  if (!hasQueue(release.artifact("GenesisProtocol"))) return;
  onNote?.(
    "This chain's clock cannot be moved, and a proposal is boosted only after a time: the demo test is made without " +
      "the boosted proposal, and the result has no boostedProposalId.",
  );
}

function signersFor(inputs: LiveInputs, signer: Signer, chain: ChainIdentity) {
  const demo = inputs.sections.includes("test");
  if (demo && !isPrivate(chain) && inputs.testMnemonic === undefined) {
    throw new MigrationError(
      `A demo test votes with several accounts, and those of the built-in mnemonic are public: they are refused on ` +
        `${chain.name}. Give --mnemonic: its first ten accounts vote then.`,
    );
  }
  const live = isPrivate(chain) || demo;
  const test = live ? walletsOf(inputs.testMnemonic ?? TEST_MNEMONIC) : [];
  // The deploying account may be one of them, and is asked to sign for itself then.
  const all: readonly Signer[] = [...test, signer];
  return {
    testAccounts: test.map(({ address }) => address),
    byAddress: new Map(all.map((entry) => [entry.address, entry])),
  };
}

async function factsOf(
  target: Target,
  signer: Signer,
  testAccounts: readonly string[],
): Promise<ChainFacts> {
  const { gasLimit } = await target.latestBlock();
  return {
    network: target.chain,
    account: signer.address,
    testAccounts,
    transactionGasLimit: gasLimitOf(BigInt(gasLimit)),
  };
}

/** Goes on with the journal that is there, where it is of the same migration; else begins one. */
async function journalFor(
  inputs: LiveInputs,
  target: Target,
  facts: ChainFacts,
  prepared: PreparedMigration,
  existing: ResultSections,
): Promise<Journal> {
  const path = journalPath(inputs.output);
  const identity: MigrationIdentity = {
    chainId: target.chain.chainId,
    genesis: target.chain.genesis,
    account: facts.account,
    inputs: inputsHash(prepared, existing.base, facts.testAccounts),
  };
  const found = inputs.restart === true ? undefined : await Journal.headerOf(path);
  if (found === undefined) {
    const fees = await suggestFees(inputs.provider, inputs.gasPrice);
    const header: JournalHeader = {
      ...identity,
      transactionGasLimit: facts.transactionGasLimit.toString(),
      fundingGasPrice: highestPrice(fees).toString(),
      firstBlock: await target.blockNumber(),
      reusable: await reusableBase(inputs, target, prepared, existing),
      movesClock: prepared.sections.includes("test") && (await target.movesClock()),
    };
    // Without a whole header nothing was ever sent from it.
    await rm(path, { force: true });
    return await Journal.create(path, header);
  }
  requireSame(path, found, identity);
  const journal = await Journal.resume(path);
  inputs.onNote?.(`Going on with ${path}: ${journal.steps.length} steps have been signed.`);
  return journal;
}

async function senderOptions(inputs: LiveInputs, target: Target) {
  const fees = await suggestFees(inputs.provider, inputs.gasPrice);
  return {
    gasPrice: inputs.gasPrice,
    feeCap: highestPrice(fees) * FEE_CAP_FACTOR,
    confirmations: inputs.confirmations ?? 1,
    raiseAfter: inputs.raiseAfter ?? 120_000,
    repeatAfter: inputs.repeatAfter ?? 15_000,
    polling: inputs.polling ?? (isPrivate(target.chain) ? 200 : 2_000),
    onNote: (message: string) => inputs.onNote?.(message),
    signal: inputs.signal,
  };
}
