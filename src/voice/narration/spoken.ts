import { sayNumber, weiToTokens } from "./amounts.js";

/** Less than a millionth of a token is told in wei. */
const SMALLEST_SPOKEN_TOKENS = 10n ** 12n;
const SPOKEN_DECIMALS = 6;
/** Longer hexadecimal numbers are told by their last digits, as on a block explorer. */
const LONGEST_SPELLED_HEX = 8;

const HEX =
  /\b(?:(address|account|avatar|contract|hash|id|proposal|scheme|token|transaction) )?0x([0-9a-f]+)(?:(?:…|\.\.\.)([0-9a-f]+))?(?![0-9a-z])/gi;
const WEI = /(?<![\w.,])(\d+(?:,\d{3})*) wei\b/gi;
const NUMBER = /(?<![\w.,-])(\d{1,3}(?:,\d{3}){2,}|\d{7,})(?:\.\d+)?(?![\w,]|\.\d)/g;

/**
 * A text as it should be spoken. A voice reads 0x90f8bf6a479f320ead074411a4b0e7944ea8c9c1 digit by
 * digit for half a minute; this turns it into 'address ending c 9 c 1', an amount of wei into a number
 * of tokens, and a number of seven digits or more into a rounded one in words.
 *
 * @example
 * spokenForm("1500000000000000000 wei"); // "1.5 tokens"
 */
export function spokenForm(text: string): string {
  return text
    .replace(HEX, (_all, noun: string | undefined, digits: string, ending: string | undefined) =>
      sayHex(noun, digits, ending),
    )
    .replace(WEI, (_all, amount: string) => sayWei(toBigInt(amount)))
    .replace(NUMBER, (_all, whole: string) => sayNumber(toBigInt(whole)));
}

function sayHex(noun: string | undefined, digits: string, ending: string | undefined): string {
  const prefix = noun === undefined ? "" : `${noun} `;
  if (ending === undefined && digits.length <= LONGEST_SPELLED_HEX) {
    return `${prefix}hex ${spell(digits)}`;
  }
  const what = noun ?? (digits.length === 64 ? "hash" : digits.length > 40 ? "data" : "address");
  return `${what} ending ${spell((ending ?? digits).slice(-4))}`;
}

function sayWei(wei: bigint): string {
  if (wei < SMALLEST_SPOKEN_TOKENS) return `${sayNumber(wei)} wei`;
  const { number, exact } = weiToTokens(wei, SPOKEN_DECIMALS);
  if (exact && number === "1") return "1 token";
  return `${exact ? "" : "about "}${number} tokens`;
}

function spell(digits: string): string {
  return [...digits.toLowerCase()].join(" ");
}

function toBigInt(digits: string): bigint {
  return BigInt(digits.replaceAll(",", ""));
}
