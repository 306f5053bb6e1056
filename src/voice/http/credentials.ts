import { safeCause } from "../causes.js";
import { VoiceInputError } from "../errors.js";

/** A key, or a function that returns it, such as `() => variable.get()` for Hardhat's variables. */
export type KeySource = string | (() => string | Promise<string>);

export interface Keys {
  readonly clientKey: string;
  readonly apiKey: string;
}

/** Keeps both keys under the 16 KiB that Node and most other servers allow for all headers. */
const LONGEST_KEY = 4096;
/** Redacting a shorter secret would mangle ordinary words. */
const SHORTEST_REDACTED = 8;

const NAMES = {
  clientKey: { words: "client key", variable: "VOICE_CLIENT_KEY" },
  apiKey: { words: "API key", variable: "VOICE_API_KEY" },
} as const;

/** The two keys: where they come from, what they may contain, and how texts are redacted. */
export class Credentials {
  readonly #sources: Record<keyof Keys, KeySource>;
  readonly #secrets = new Set<string>();
  #keys: Promise<Keys> | undefined;

  /** @throws VoiceInputError if a key is missing, or is an unusable text */
  constructor(options: { clientKey?: KeySource | undefined; apiKey?: KeySource | undefined }) {
    this.#sources = {
      clientKey: this.#source("clientKey", options.clientKey),
      apiKey: this.#source("apiKey", options.apiKey),
    };
  }

  /** The keys; a function is called once, and again only if it failed. */
  keys(): Promise<Keys> {
    this.#keys ??= this.#read().catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  /** Removes the keys from a text: raw, JSON-encoded or URL-encoded. An arrow, so it can be passed on. */
  readonly redact = (text: string): string => {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, "[redacted]");
    return clean;
  };

  #source(name: keyof Keys, given: KeySource | undefined): KeySource {
    const source = given ?? process.env[NAMES[name].variable];
    if (typeof source === "function") return source;
    return this.#checked(name, source);
  }

  async #read(): Promise<Keys> {
    return { clientKey: await this.#ask("clientKey"), apiKey: await this.#ask("apiKey") };
  }

  async #ask(name: keyof Keys): Promise<string> {
    const source = this.#sources[name];
    if (typeof source === "string") return source;
    let key: unknown;
    try {
      key = await source();
    } catch (error) {
      throw new VoiceInputError(
        `The function for the ${NAMES[name].words} failed. Its error is the cause.`,
        { cause: safeCause(error, this.redact) },
      );
    }
    return this.#checked(name, key);
  }

  /** The message must not contain the key: it says what is wrong, not what was found. */
  #checked(name: keyof Keys, key: unknown): string {
    const { words, variable } = NAMES[name];
    const refuse = (found: string): never => {
      throw new VoiceInputError(
        `The ${words} ${found}. Give it as the option ${name} or in ${variable}, as shown on the service's account page.`,
      );
    };
    if (key === undefined || key === null) return refuse("is missing");
    if (typeof key !== "string") return refuse(`must be text, not ${typeof key}`);
    if (key === "") return refuse("is empty");
    if (!/^[\x21-\x7e]*$/.test(key)) {
      return refuse("contains a space, a line break or another character that no key has");
    }
    if (key.length > LONGEST_KEY) {
      return refuse(`has ${key.length} characters, and no key has more than ${LONGEST_KEY}`);
    }
    if (key.length >= SHORTEST_REDACTED) {
      for (const form of [JSON.stringify(key).slice(1, -1), encodeURIComponent(key), key]) {
        this.#secrets.add(form);
      }
    }
    return key;
  }
}
