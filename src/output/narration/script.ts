import { decimal } from "../../foundation/support/decimal.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { speakable } from "../../foundation/support/printable.js";
import { count } from "../document/document.js";

/** In wei. */
const LEAST_SPOKEN_TOKENS = 10n ** 12n;

const HEX =
  /\b(?:(address|account|avatar|contract|hash|id|proposal|scheme|token|transaction),? )?0x([0-9a-f]+)((?:…|\.\.\.)[0-9a-f]+)?(?![0-9a-z])/gi;
const WEI = /(?:\babout )?(?<![\w.,])(\d+(?:,\d{3})*) wei\b/gi;
/** Of seven digits and more, or with more than four decimals. */
const NUMBER =
  /(?:\babout )?(?<![\w.,-])((?:\d{1,3}(?:,\d{3}){2,}|\d{7,})(?:\.\d+)?|\d[\d,]*\.\d{5,})(?![\w,]|\.\d)/g;
const DURATION = /(?<![\w.,-])(\d+) (d|h|min|s)\b/g;
const UNITS: Readonly<Record<string, string>> = { d: "day", h: "hour", min: "minute", s: "second" };
/** From one word to the next within a name, such as ContributionReward or GenesisDAO. */
const CAMEL_CASE = /(?<=[a-z]{2})(?=[A-Z][A-Za-z])/g;

/** A piece of a script that becomes one audio file. */
export interface Segment {
  /** The heading above it, which is not spoken. */
  readonly heading?: string;
  readonly text: string;
}

/**
 * Reads a narration script, which is plain text: paragraphs, separated by blank lines, are the segments. A line that
 * begins with `#` is a heading: it is not spoken, but names what follows. A line that begins with `//` is a comment. Line
 * breaks within a paragraph count as spaces.
 * @throws MigrationError if there is nothing to speak
 */
export function parseScript(script: string): readonly Segment[] {
  const segments: Segment[] = [];
  let heading: string | undefined;
  let open: string[] = [];
  const lines = script.split(/\r\n|\r|\n/).map(speakable);
  for (const line of [...lines.filter((one) => !one.startsWith("//")), ""]) {
    if (line !== "" && !line.startsWith("#")) {
      open.push(line);
      continue;
    }
    if (open.length > 0) segments.push({ heading, text: open.join(" ") });
    if (line !== "") heading = line.replace(/^#+ ?/, "") || undefined;
    open = [];
  }
  if (segments.length > 0) return segments;
  throw new MigrationError(
    "The script has nothing to speak: only blank lines, headings (#) and comments (//). Write a paragraph.",
  );
}

/**
 * A text as it should be spoken. A voice reads 0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1 digit by digit
 * for half a minute, and nobody can remember it: addresses and ids are left out or become 'an address'. An
 * amount of wei becomes a number of tokens, a long number is rounded and in words, and names such as
 * ContributionReward become words.
 */
export function spokenForm(text: string): string {
  return text
    .replace(HEX, (_all, noun: string | undefined, digits: string, ending?: string) => {
      if (noun !== undefined || digits.length === 64) return noun ?? "a hash";
      return ending !== undefined || digits.length === 40 ? "an address" : "some data";
    })
    .replace(WEI, (all, amount: string) => sayAbout(all, sayWei(amount.replaceAll(",", ""))))
    .replace(NUMBER, (all, number: string) => sayAbout(all, sayNumber(number)))
    .replace(DURATION, (_all, number: string, unit: string) => count(Number(number), UNITS[unit]!))
    .replace(/\.00(?=%)/g, "")
    .replace(CAMEL_CASE, " ");
}

/** Says 'about' once if either the written or the spoken number is not exact. */
function sayAbout(written: string, said: string): string {
  return written.startsWith("about ") ? `about ${said.replace(/^about /, "")}` : said;
}

function sayWei(wei: string): string {
  if (BigInt(wei) < LEAST_SPOKEN_TOKENS) return `${sayNumber(wei)} wei`;
  const tokens = sayNumber(decimal(BigInt(wei), 18));
  return `${tokens} token${tokens === "1" ? "" : "s"}`;
}

/** A number as one says it: with at most four decimals, "about 1.23 million", or a power of ten. */
export function sayNumber(written: string): string {
  const digits = written.replaceAll(",", "") as `${number}`;
  const power = Math.round(Math.log10(Number(digits)));
  if (power >= 15) return `about ten to the power of ${power}`;
  const style =
    Number(digits) < 1e6 ? {} : ({ notation: "compact", compactDisplay: "long" } as const);
  const [said, all] = [Number(digits) < 1e6 ? 4 : 2, 100].map((most) =>
    // Intl formats a text without rounding it to a double first.
    new Intl.NumberFormat("en", { ...style, maximumFractionDigits: most }).format(digits),
  );
  if (said === all) return said!;
  return said === "0" ? "less than 0.0001" : `about ${said}`;
}
