import type { Narration } from "../../output/narration/narrate.js";
import { shownPath } from "../../foundation/support/shown-path.js";
import { command } from "./command.js";
import { adapted } from "./flag.js";
import { connecting, flags, pick } from "./flags.js";

export const narrate = command({
  name: "narrate",
  summary: "Writes the story of a migrated DAO as a script, and speaks it.",
  flags: {
    ...connecting,
    result: flags.result,
    section: adapted(flags.section, {
      about: "which DAO of the result file: dao or test (default: test, otherwise dao)",
    }),
    ...pick("block", "folder", "script", "voice", "join", "listVoices"),
  },
  async run({ listVoices, ...options }, context) {
    const narrating = await import("./narrating.js");
    return listVoices === true
      ? { voices: await narrating.listVoices(context.config.voice) }
      : await narrating.narrateDao(options, context);
  },
  show(done) {
    if ("voices" in done) {
      return {
        json: done.voices,
        document: async () => {
          const { oneLine } = await import("../../foundation/support/printable.js");
          return done.voices
            .map(({ id, name, description }) =>
              [String(id).padStart(6), oneLine(name), oneLine(description)]
                .filter(Boolean)
                .join("  "),
            )
            .join("\n");
        },
      };
    }
    const { script, missing = [], narration } = done;
    return {
      json: done,
      summary: () =>
        [
          script !== undefined && `Wrote ${shownPath(script)}.`,
          missing.length > 0 &&
            `Nothing was spoken: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} not set, nor is dao.voice in the configuration.`,
          script === undefined &&
            narration === undefined &&
            missing.length === 0 &&
            "Nothing was spoken: choose a voice with --voice; --list-voices lists them.",
          narration && spokenText(narration),
        ]
          .filter(Boolean)
          .join("\n"),
    };
  },
});

function spokenText({ segments, made, durationSeconds, folder }: Narration): string {
  const { length } = segments;
  return (
    `${length} ${length === 1 ? "segment" : "segments"}, ${made} of them spoken now, ` +
    `${durationSeconds.toFixed(1)} s in total, in ${shownPath(folder)}.`
  );
}
