import { createdByOthersText } from "../../engine/migration/trusted-base.js";
import type { LiveInputs } from "../../operations/run/live-inputs.js";
import { foundText } from "../../operations/run/sent-steps.js";
import type { Progress } from "./progress.js";
import {
  divergenceQuestion,
  higherFeeQuestion,
  previewDocument,
  sendQuestion,
} from "../describe/preview.js";
import { toTerminal } from "../document/to-terminal.js";
import { askYesNo, canAsk } from "./prompt.js";
import { UsageError } from "../../foundation/support/errors.js";

/** Answers that flags give in advance. */
export interface Answers {
  readonly yes: boolean;
  readonly dryRun: boolean;
}

export function hasQuestions({ yes, dryRun }: Answers): boolean {
  return !yes && !dryRun;
}

/** Whether questions will be asked, so that their subject must be shown. */
export function willAsk(answers: Answers): boolean {
  return hasQuestions(answers) && canAsk();
}

/** Without a terminal, flags must answer every question. */
export function requireAnswers(answers: Answers): void {
  if (!hasQuestions(answers) || canAsk()) return;
  throw new UsageError(
    "There is no terminal for prompts, and nothing is sent without confirmation. Pass --yes to send without prompts, " +
      "or --dry-run to send nothing.",
  );
}

type Question =
  `confirm${"" | "Another" | "Sent" | "Reuse" | "ForeignBase" | "Unrehearsed" | "HigherFee" | "Divergence"}`;

/** The questions of a migration to a live network, asked on the terminal. */
export function questions(
  { yes, dryRun }: Answers,
  progress: Progress,
  signal: AbortSignal,
): Pick<LiveInputs, Question> {
  const ask = async (question: string) => {
    progress.end();
    return await askYesNo(question, signal);
  };
  const show = (...preview: Parameters<typeof previewDocument>) =>
    progress.note(toTerminal(previewDocument(...preview)));
  const always: Pick<LiveInputs, Question> = {
    confirmReuse: async (names) => {
      progress.note(`Already deployed with the same code: ${names.join(", ")}.`);
      return yes || dryRun || (await ask(`Reuse ${names.length === 1 ? "it" : "them"}?`));
    },
    confirm: async (preview, chain, outline) => {
      show(preview, chain, outline);
      return yes || (await ask(sendQuestion(preview, chain)));
    },
  };
  // --yes answers questions in advance, but not about what nobody has seen.
  if (yes) return always;
  return {
    ...always,
    // If nobody can be asked, nothing is created again.
    confirmAnother: canAsk() ? async () => await ask("Create another DAO?") : undefined,
    confirmSent: canAsk()
      ? async (found) =>
          await ask(`${foundText(found)}--restart would send everything again. Continue with them?`)
      : undefined,
    confirmForeignBase: async (names) =>
      await ask(`${createdByOthersText(names)} Use ${names.length === 1 ? "it" : "them"} anyway?`),
    confirmUnrehearsed: async () =>
      await ask("Continue without a rehearsal, although the effects and cost are unknown?"),
    confirmDivergence: async (reason, preview, chain, outline) => {
      show(preview, chain, outline);
      return await ask(divergenceQuestion(reason, preview));
    },
    confirmHigherFee: async (...higher) => await ask(higherFeeQuestion(...higher)),
  };
}
