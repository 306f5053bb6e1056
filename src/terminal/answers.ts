import type { Preview } from "../execution/sending/preview.js";
import type { LiveInputs } from "../run/live.js";
import type { Progress } from "./progress.js";
import { previewLines, stepLines } from "./preview-text.js";
import { askYesNo } from "./prompt.js";
import type { ChainIdentity } from "../chain/identity.js";
import { UsageError } from "../support/errors.js";

/** What was answered beforehand, by flags. */
export interface Answers {
  /** Ask nothing and deploy everything anew. */
  readonly force: boolean;
  /** Ask nothing and take the defaults. */
  readonly disableConfs: boolean;
  /** Show every step and send nothing. */
  readonly dryRun: boolean;
  /** Show it as JSON. */
  readonly json?: boolean;
}

/** Whoever cannot be asked has to have answered beforehand. */
export function requireAnswers({ force, disableConfs, dryRun }: Answers): void {
  if (force || disableConfs || dryRun) return;
  if (process.stdin.isTTY === true && process.stderr.isTTY === true) return;
  throw new UsageError(
    "There is no terminal to ask on before anything is sent. Pass --disable-confs to go on without asking, " +
      "--force to deploy everything anew as well, or --dry-run to send nothing.",
  );
}

/** The questions of a migration to a live network, put to whoever sits at the terminal. */
export function questions(
  answers: Answers,
  progress: Progress,
  signal: AbortSignal,
): Required<Pick<LiveInputs, "confirm" | "confirmReuse">> {
  return {
    confirmReuse: async (names) => {
      progress.note(`On this chain already, with the same code: ${names.join(", ")}.`);
      if (answers.disableConfs || answers.dryRun) return true;
      return await askYesNo(`Use ${names.length === 1 ? "it" : "them"} again?`, signal);
    },
    confirm: async (preview, chain) => {
      if (answers.dryRun) {
        process.stdout.write(dryRunText(preview, chain, answers.json === true));
        return false;
      }
      progress.note(previewLines(preview, chain));
      if (answers.force || answers.disableConfs) return true;
      return await askYesNo("Send?", signal);
    },
  };
}

function dryRunText(preview: Preview, chain: ChainIdentity, asJson: boolean): string {
  if (asJson) return `${jsonText({ preview })}\n`;
  return `${stepLines(preview, chain)}\n${previewLines(preview, chain)}\n`;
}

/** Gas and wei as decimal text: JSON's numbers do not hold them. */
export function jsonText(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, field: unknown) => (typeof field === "bigint" ? field.toString() : field),
    2,
  );
}
