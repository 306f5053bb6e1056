import { gasPriceOf } from "../../foundation/chain/fees.js";
import { allSilences } from "../../operations/check/report/silences.js";
import { madeCheckDocument } from "../../output/describe/check.js";
import { toTerminal } from "../../output/document/to-terminal.js";
import { liveAccount } from "../../operations/run/live-account.js";
import { migrateLive, previewLive, type LivePreview } from "../../operations/run/live.js";
import type { LiveInputs } from "../../operations/run/live-inputs.js";
import type { MigrationRun } from "../../operations/run/figures.js";
import { EXAMPLE_DAO, EXAMPLE_NOTE } from "../../foundation/params/which-parameters.js";
import type { Section } from "../../operations/run/prepare.js";
import { migrateDirectly } from "../../operations/run/simulated.js";
import { MigrationError, UsageError } from "../../foundation/support/errors.js";
import { questions, requireAnswers, willAsk, type Answers } from "../../output/terminal/answers.js";
import { interruptible } from "../../output/terminal/interruption.js";
import { progressOn, type Progress } from "../../output/terminal/progress.js";
import type { Context } from "./command.js";
import type { OptionsOf } from "./flag.js";
import { parametersOf } from "./reading.js";
import type { creating, SendingOptions } from "./sending.js";
import {
  accountInLibrary,
  isKeyTyped,
  KEY_FLAG_WARNING,
  openAccount,
  requireDryRun,
} from "./which-account.js";

/** What was sent, or with --dry-run what would be. */
export type Sent = MigrationRun | LivePreview;

/** Only migrations have those of a new DAO. */
type Options = SendingOptions & OptionsOf<typeof creating>;

type Inputs = Omit<LiveInputs, "provider">;

/**
 * Migrates, or changes an existing DAO, on the network of a door.
 * @param sections none if an existing DAO is changed
 */
export async function send(
  sections: readonly Section[],
  options: Options,
  context: Context,
  change?: LiveInputs["change"],
): Promise<Sent> {
  requireDryRun(options);
  const inputs = { ...(await inputsOf(sections, options, context)), change };
  if (context.door === "library") return await fromLibrary(inputs, options, context);
  const answers = {
    yes: options.yes === true || options.force === true,
    dryRun: options.dryRun === true,
  };
  // Who is asked must see what about.
  const progress = willAsk(answers) ? progressOn(process.stderr, false) : context.progress;
  try {
    if (inputs.params === EXAMPLE_DAO && sections.length > 0) progress.note(EXAMPLE_NOTE);
    if (isKeyTyped(options, context)) progress.note(KEY_FLAG_WARNING);
    const shared = { inputs: { ...inputs, onEvent: progress.onEvent }, answers, progress };
    return context.door === "task"
      ? await fromTask(shared, options, context)
      : await journaled(shared, async (signal) => {
          const signer = await openAccount(options, progress, signal);
          const { provider } = await context.connect({ ...options, signal });
          return { provider, signer };
        });
  } finally {
    progress.end();
  }
}

interface Asking {
  readonly inputs: Inputs;
  readonly answers: Answers;
  readonly progress: Progress;
}

async function inputsOf(
  sections: readonly Section[],
  options: Options,
  context: Context,
): Promise<Inputs> {
  const { config, projectRoot } = context;
  // Only who signs needs the keys.
  const { privateKey: _, mnemonic, signer: _signer, provider: _provider, ...others } = options;
  const needsParameters = sections.includes("dao") || sections.length === 0;
  return {
    ...others,
    ...{ sections, projectRoot, networks: config.networks },
    params: needsParameters ? await parametersOf(options, context) : undefined,
    check: options.noCheck !== true,
    silenced: await allSilences(config.silenced, options.silenced),
    gasPrice: gasPriceOf(options.gasPrice),
    maxGasPrice: gasPriceOf(options.maxGasPrice, "The maximum gas price"),
    force: options.redeploy === true || options.force === true,
    testMnemonic: mnemonic,
    output: options.result ?? "",
  };
}

async function fromLibrary(inputs: Inputs, options: Options, context: Context): Promise<Sent> {
  const { provider } = await context.connect(options);
  const run = await migrateLive({
    ...inputs,
    provider,
    signer: await accountInLibrary(options),
    confirm: options.force === true ? undefined : options.confirm,
    onEvent: context.progress.onEvent,
  });
  for (const check of run.checks) {
    await options.onCheck?.(check);
    if (check.report?.passed !== true) context.progress.note(toTerminal(madeCheckDocument(check)));
  }
  return run;
}

/** Sends in waves with a journal, after a rehearsal that the user has seen, until a signal interrupts it. */
async function journaled(
  { inputs, answers, progress }: Asking,
  open: (signal: AbortSignal) => Promise<Pick<LiveInputs, "provider" | "signer" | "testMnemonic">>,
): Promise<Sent> {
  requireAnswers(answers);
  return await interruptible(inputs.output, progress, async (signal) => {
    const opened = await open(signal);
    const live = { ...inputs, ...opened, ...questions(answers, progress, signal), signal };
    progress.status("Checking the chain and rehearsing");
    return answers.dryRun ? await previewLive(live) : await migrateLive(live);
  });
}

/** Sends step by step in this process and to a development node that signs; otherwise like `dao-migrate`. */
async function fromTask(shared: Asking, options: Options, context: Context): Promise<Sent> {
  const { connection } = await context.connect({ signs: options.from === undefined });
  if (connection === undefined) throw new TypeError("A task has a connection.");
  const { networkConfig } = connection;
  // Hardhat compares the chain ID in its own provider, and steps are sent to the URL.
  const chainId = shared.inputs.chainId ?? networkConfig.chainId;
  const asking = { ...shared, inputs: { ...shared.inputs, chainId } };
  const { inputs, progress } = asking;
  const signer = await openAccount(options, progress);
  const live = await liveAccount(connection, signer, inputs);
  if (live === undefined) {
    if (options.from !== undefined) throw nothingToRehearse();
    if (inputs.change !== undefined) throw noAccount(networkConfig.type);
    if (networkConfig.type === "http") refuseUnrehearsed(asking);
    return await migrateDirectly(connection, { ...inputs, signer });
  }
  return await journaled(asking, async (signal) => ({
    provider: await live.connect(signal, (warning) => progress.note(warning)),
    signer: live.signer,
    testMnemonic: inputs.testMnemonic ?? live.mnemonic,
  }));
}

/**
 * If a development node signs, nothing is rehearsed and the node sets the fees, so options for either cannot be honoured.
 * @throws UsageError before anything is sent
 */
function refuseUnrehearsed({ inputs, answers }: Asking): void {
  const signs = 'The node signs here (accounts: "remote"), so';
  if (answers.dryRun) {
    throw new UsageError(
      `${signs} --dry-run cannot rehearse anything. Nothing was sent. Configure accounts for the network, name one ` +
        "with --from, or omit --dry-run.",
    );
  }
  if (inputs.maxGasPrice !== undefined) {
    throw new UsageError(
      `${signs} --max-gas-price cannot be enforced. Nothing was sent. Pass --gas-price, or configure accounts for the network.`,
    );
  }
}

function noAccount(type: string): MigrationError {
  return new MigrationError(
    type === "http"
      ? 'The node signs here (accounts: "remote"), so nothing can be journaled. Configure accounts for the network, or pass a key ' +
          "with --keystore."
      : "This network is simulated and starts empty with each task, so there is no DAO to change. Choose another with " +
          "--network; in tests, use governance.change of the fixtures.",
  );
}

function nothingToRehearse(): UsageError {
  return new UsageError(
    "This network is simulated and starts empty with each task, so there is nothing to rehearse for --from. Choose " +
      "another with --network, or omit --from.",
  );
}
