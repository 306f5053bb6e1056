import type { LivePreview } from "../run/live.js";
import type { LiveInputs } from "../run/live-inputs.js";
import type { Progress } from "./progress.js";
import { previewLines, sendQuestion, stepLines } from "./preview-text.js";
import { jsonText } from "./json-text.js";
import { print } from "./output.js";
import { askYesNo, canAsk } from "./prompt.js";
import { UsageError } from "../support/errors.js";

/** What was answered beforehand, by flags. */
export interface Answers {
  /** Ask nothing and redeploy everything. */
  readonly force: boolean;
  /** Ask nothing and reuse deployed contracts. */
  readonly disableConfs: boolean;
  /** Show every step and send nothing. */
  readonly dryRun: boolean;
  /** Show it as JSON. */
  readonly json?: boolean;
}

/** Without a terminal, flags must answer every prompt. */
export function requireAnswers({ force, disableConfs, dryRun }: Answers): void {
  if (force || disableConfs || dryRun) return;
  if (canAsk()) return;
  throw new UsageError(
    "There is no terminal to ask on, and nothing is sent without a yes. Pass --disable-confs to send without " +
      "asking, --force to redeploy everything as well, or --dry-run to send nothing.",
  );
}

/** The questions of a migration to a live network, asked on the terminal. */
export function questions(
  answers: Answers,
  progress: Progress,
  signal: AbortSignal,
): Required<Pick<LiveInputs, "confirm" | "confirmReuse">> {
  return {
    confirmReuse: async (names) => {
      progress.note(`Already deployed with the same code: ${names.join(", ")}.`);
      if (answers.disableConfs || answers.dryRun) return true;
      progress.end();
      return await askYesNo(`Reuse ${names.length === 1 ? "it" : "them"}?`, signal);
    },
    confirm: async (preview, chain, outline) => {
      progress.note(previewLines(preview, chain, outline));
      if (answers.force || answers.disableConfs) return true;
      progress.end();
      return await askYesNo(sendQuestion(preview, chain), signal);
    },
  };
}

/** Prints what a migration would do, step by step. */
export function printPreview(
  { preview, chain, outline }: LivePreview,
  { json = false }: Pick<Answers, "json"> = {},
): void {
  print(
    json
      ? jsonText({ preview })
      : `${stepLines(preview, chain)}\n${previewLines(preview, chain, outline)}`,
  );
}
