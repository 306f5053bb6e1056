import { MigrationError } from "../../foundation/support/errors.js";
import { cleaned, sayAmount, sayNumber } from "./words.js";

const SMALLEST_SPOKEN_TOKENS = 10n ** 12n;
/** Longer hexadecimal numbers are addresses and hashes, which say nothing to a listener. */
const LONGEST_SPELLED_HEX = 8;

const HEX =
  /\b(?:(address|account|avatar|contract|hash|id|proposal|scheme|token|transaction),? )?0x([0-9a-f]+)((?:…|\.\.\.)[0-9a-f]+)?(?![0-9a-z])/gi;
const WEI = /(?:\babout )?(?<![\w.,])(\d+(?:,\d{3})*) wei\b/gi;
const NUMBER = /(?:\babout )?(?<![\w.,-])(\d{1,3}(?:,\d{3}){2,}|\d{7,})(\.\d+)?(?![\w,]|\.\d)/g;
/** From one word to the next within a name, such as ContributionReward or GenesisDAO. */
const CAMEL_CASE = /(?<=[a-z]{2})(?=[A-Z][A-Za-z])/g;

/** A piece of a script that becomes one audio file. */
export interface Segment {
  /** The heading above it, which is not spoken. */
  readonly heading?: string;
  readonly text: string;
}

/**
 * Reads a narration script, which is plain text: paragraphs, separated by blank lines, are the segments. A
 * line that begins with `#` is a heading: it is not spoken, but names what follows. A line that begins
 * with `//` is a comment. Line breaks within a paragraph count as spaces.
 * @throws MigrationError if there is nothing to speak
 */
export function parseScript(script: string): readonly Segment[] {
  const segments: Segment[] = [];
  let heading: string | undefined;
  let open: string[] = [];
  const lines = script.split(/\r\n|\r|\n/).map(cleaned);
  for (const line of [...lines.filter((one) => !one.startsWith("//")), ""]) {
    const isHeading = line.startsWith("#");
    if (line !== "" && !isHeading) {
      open.push(line);
      continue;
    }
    if (open.length > 0) segments.push({ heading, text: open.join(" ") });
    if (isHeading) heading = line.replace(/^#+ ?/, "") || undefined;
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
 * amount of wei becomes a number of tokens, a number of seven digits or more is rounded and in words, and
 * names such as ContributionReward become words.
 */
export function spokenForm(text: string): string {
  return text
    .replace(HEX, (_all, noun: string | undefined, digits: string, ending?: string) =>
      sayHex(noun, digits, ending !== undefined),
    )
    .replace(WEI, (all, amount: string) => sayAbout(all, sayWei(toBigInt(amount))))
    .replace(NUMBER, (all, whole: string, fraction = "") => {
      const isWhole = /^\.?0*$/.test(fraction as string);
      return sayAbout(isWhole ? all : "about ", sayNumber(toBigInt(whole)));
    })
    .replace(CAMEL_CASE, " ");
}

/** Says 'about' once if either the written or the spoken number is not exact. */
function sayAbout(written: string, said: string): string {
  return written.startsWith("about ") ? `about ${said.replace(/^about /, "")}` : said;
}

function sayHex(noun: string | undefined, digits: string, isCut: boolean): string {
  if (!isCut && digits.length <= LONGEST_SPELLED_HEX) {
    return `${noun === undefined ? "" : `${noun} `}hex ${[...digits.toLowerCase()].join(" ")}`;
  }
  if (noun !== undefined) return noun;
  return digits.length === 64 ? "a hash" : digits.length > 40 ? "some data" : "an address";
}

function sayWei(wei: bigint): string {
  return wei < SMALLEST_SPOKEN_TOKENS ? `${sayNumber(wei)} wei` : sayAmount(wei, "token");
}

function toBigInt(digits: string): bigint {
  return BigInt(digits.replaceAll(",", ""));
}
