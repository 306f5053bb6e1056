import { VoiceInputError } from "../errors.js";

/** A key, or a function that returns it, such as `() => variable.get()` for Hardhat's variables. */
export type KeySource = string | (() => string | Promise<string>);

const KEYS = {
  clientKey: ["client key", "VOICE_CLIENT_KEY"],
  apiKey: ["API key", "VOICE_API_KEY"],
} as const;

type Name = keyof typeof KEYS;
type Keys = Readonly<Record<Name, string>>;

/** Both keys together stay under the 16 KiB that Node and most other servers allow for all headers. */
const KEY = /^[\x21-\x7e]{1,4096}$/;
/** A piece this long gives a key away. Shorter ones look like ordinary words, and are ignored. */
const PIECE = 8;
const LONGEST_SHOWN = 300;

/** The two keys: where they come from, and which texts are safe to show because they repeat neither. */
export class Credentials {
  readonly #sources: Readonly<Record<Name, KeySource>>;
  readonly #pieces = new Set<string>();
  #keys: Promise<Keys> | undefined;

  /** @throws VoiceInputError if a key is missing, or is an unusable text */
  constructor(options: { readonly [name in Name]?: KeySource | undefined }) {
    const source = (name: Name): KeySource => {
      const given = options[name] ?? process.env[KEYS[name][1]];
      return typeof given === "function" ? given : this.#checked(name, given);
    };
    this.#sources = { clientKey: source("clientKey"), apiKey: source("apiKey") };
  }

  /** The keys; a function is called once, and again only if it failed. */
  async get(): Promise<Keys> {
    this.#keys ??= this.#read();
    return await this.#keys.catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
  }

  /**
   * A text from the service, made safe to show: one line without control characters, cut if it is
   * long, and hidden if it contains eight consecutive characters of a key, however they are escaped.
   */
  shown(text: string): string {
    if (this.#isBetrayedBy(text)) return "[not shown: it repeats a key]";
    const line = text.replace(/[\s\p{C}\u2028\u2029]+/gu, " ").trim();
    return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line;
  }

  /** A library's error without its other fields (requests, headers), safe to pass on as a cause. */
  safe(error: unknown): Error {
    if (!(error instanceof Error)) return new Error(this.shown(String(error)));
    const { message, name, stack = "", cause } = error;
    const copy = new Error(
      this.shown(message),
      cause === undefined ? {} : { cause: this.safe(cause) },
    );
    const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
    return Object.assign(copy, { name, ...code }, !this.#isBetrayedBy(stack) && { stack });
  }

  #isBetrayedBy(text: string): boolean {
    return piecesOf(text).some((piece) => this.#pieces.has(piece));
  }

  async #read(): Promise<Keys> {
    const ask = async (name: Name): Promise<string> => {
      const source = this.#sources[name];
      if (typeof source === "string") return source;
      const given: unknown = await (async () => await source())().catch((error: unknown) => {
        const message = `The function for the ${KEYS[name][0]} failed. Its error is the cause.`;
        throw new VoiceInputError(message, { cause: this.safe(error) });
      });
      return this.#checked(name, given);
    };
    return { clientKey: await ask("clientKey"), apiKey: await ask("apiKey") };
  }

  /** The message must not contain the key: it says what a key is, not what was found. */
  #checked(name: Name, key: unknown): string {
    if (typeof key === "string" && KEY.test(key)) {
      for (const piece of piecesOf(key)) this.#pieces.add(piece);
      return key;
    }
    const [words, variable] = KEYS[name];
    const found = typeof key === "string" ? "unusable" : `a ${typeof key}`;
    throw new VoiceInputError(
      `The ${words} is ${(key ?? "") === "" ? "missing" : found}. Give 1 to 4,096 characters of ASCII without spaces, as on the service's account page, as the option ${name} or in ${variable}.`,
    );
  }
}

/**
 * Every run of eight characters in a text, in lower case: as written, and as letters and digits alone
 * with the escapes of JSON, URLs and HTML undone, even nested ones.
 */
function piecesOf(text: string): string[] {
  let plain = text;
  for (let round = 0; round < 3; round++) {
    plain = plain.replace(
      /(?:\\u|\\x|%|&#x)(?:00)?([0-9a-f]{2});?|&#0*(\d{2,3});?/gi,
      (_all, hex?: string, decimal?: string) =>
        String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    );
  }
  const forms = [text, plain.replace(/&(?:amp;)*[a-z]+\d*;|[^a-z0-9]/gi, "")];
  return forms.flatMap((form) => {
    const { length } = form.slice(PIECE - 1);
    return Array.from({ length }, (_, at) => form.slice(at, at + PIECE).toLowerCase());
  });
}
