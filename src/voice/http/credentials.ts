import { VoiceInputError } from "../errors.js";

/** A key, or a function that returns it, such as `() => variable.get()` for Hardhat's variables. */
export type KeySource = string | (() => string | Promise<string>);

const KEYS = {
  clientKey: { words: "client key", variable: "VOICE_CLIENT_KEY" },
  apiKey: { words: "API key", variable: "VOICE_API_KEY" },
} as const;

export type Keys = Readonly<Record<keyof typeof KEYS, string>>;

/** Keeps both keys under the 16 KiB that Node and most other servers allow for all headers. */
const LONGEST_KEY = 4096;
/** So much of a key gives it away. Less looks like ordinary words, and is not looked for. */
const PIECE = 8;
const LONGEST_SHOWN = 300;

/** The two keys: where they come from, and what may be shown of texts that may repeat them. */
export class Credentials {
  readonly #sources: Readonly<Record<keyof Keys, KeySource>>;
  readonly #pieces = new Set<string>();
  #keys: Promise<Keys> | undefined;

  /** @throws VoiceInputError if a key is missing, or is an unusable text */
  constructor(options: { clientKey?: KeySource | undefined; apiKey?: KeySource | undefined }) {
    const source = (name: keyof Keys): KeySource => {
      const given = options[name] ?? process.env[KEYS[name].variable];
      return typeof given === "function" ? given : this.#checked(name, given);
    };
    this.#sources = { clientKey: source("clientKey"), apiKey: source("apiKey") };
  }

  /** The keys; a function is called once, and again only if it failed. */
  keys(): Promise<Keys> {
    this.#keys ??= this.#read().catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  /**
   * A text of the service as it may be shown: one line without control characters, cut where it is
   * long, and not at all if it has eight characters of a key in a row, however they are escaped.
   */
  readonly shown = (text: string): string => {
    if (this.#betrays(text)) return "[not shown: it repeats a key]";
    const line = text.replace(/[\s\p{C}\u2028\u2029]+/gu, " ").trim();
    return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line;
  };

  /** A library's error without its other fields (requests, headers), safe to pass on as a cause. */
  readonly safe = (error: unknown): Error => {
    if (!(error instanceof Error)) return new Error(this.shown(String(error)));
    const cause = error.cause === undefined ? undefined : { cause: this.safe(error.cause) };
    const copy = new Error(this.shown(error.message), cause);
    const { name, stack = "" } = error;
    const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
    const told = this.#betrays(stack) ? `${name}: ${copy.message}` : stack;
    return Object.assign(copy, code, { name, stack: told });
  };

  #betrays(text: string): boolean {
    return piecesOf(text).some((piece) => this.#pieces.has(piece));
  }

  async #read(): Promise<Keys> {
    const ask = async (name: keyof Keys): Promise<string> => {
      const source = this.#sources[name];
      if (typeof source === "string") return source;
      const key = await Promise.resolve(source)
        .then((read) => read())
        .catch((error: unknown) => {
          const message = `The function for the ${KEYS[name].words} failed. Its error is the cause.`;
          throw new VoiceInputError(message, { cause: this.safe(error) });
        });
      return this.#checked(name, key);
    };
    return { clientKey: await ask("clientKey"), apiKey: await ask("apiKey") };
  }

  /** The message must not contain the key: it says what is wrong, not what was found. */
  #checked(name: keyof Keys, key: unknown): string {
    const { words, variable } = KEYS[name];
    const wrong =
      key === undefined || key === null
        ? "is missing"
        : typeof key !== "string"
          ? `must be text, not ${typeof key}`
          : key === ""
            ? "is empty"
            : !/^[\x21-\x7e]*$/.test(key)
              ? "contains a space, a line break or another character that no key has"
              : key.length > LONGEST_KEY
                ? `has ${key.length} characters, and no key has more than ${LONGEST_KEY}`
                : undefined;
    if (typeof key === "string" && wrong === undefined) {
      for (const piece of piecesOf(key)) this.#pieces.add(piece);
      return key;
    }
    throw new VoiceInputError(
      `The ${words} ${wrong}. Give it as the option ${name} or in ${variable}, as shown on the service's account page.`,
    );
  }
}

/** All that a text has of eight characters in a row, in lower case, as it is and as a skeleton. */
function piecesOf(text: string): string[] {
  return [text.toLowerCase(), skeleton(text).toLowerCase()].flatMap((form) =>
    Array.from({ length: Math.max(0, form.length - PIECE + 1) }, (_, at) =>
      form.slice(at, at + PIECE),
    ),
  );
}

/** The letters and digits of a text, whatever it escapes by JSON, URLs or HTML, even twice. */
function skeleton(text: string): string {
  const character = (digits: string, base: number): string =>
    String.fromCharCode(Number.parseInt(digits, base));
  let plain = text;
  for (let round = 0; round < 3; round++) {
    plain = plain
      .replace(/(?:\\u|\\x|%|&#x)(?:00)?([0-9a-f]{2});?/gi, (_all, hex: string) =>
        character(hex, 16),
      )
      .replace(/&#0*(\d{2,3});?/g, (_all, digits: string) => character(digits, 10));
  }
  return plain.replace(/&(?:amp;)*[a-z]+\d*;|[^a-z0-9]/gi, "");
}
