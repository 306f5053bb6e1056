import { safeCause } from "../causes.js";
import { VoiceInputError } from "../errors.js";

/** A key, or a function that gives it: `() => variable.get()` fits a Hardhat configuration variable. */
export type KeySource = string | (() => string | Promise<string>);

export interface Keys {
  readonly clientKey: string;
  readonly apiKey: string;
}

/** Both keys together stay under the 16 KiB that Node's and most other servers allow for all headers. */
const LONGEST_KEY = 4096;
/** Redacting a shorter secret would mangle ordinary words. */
const SHORTEST_REDACTED = 8;

const NAMES = {
  clientKey: { words: "client key", variable: "VOICE_CLIENT_KEY" },
  apiKey: { words: "API key", variable: "VOICE_API_KEY" },
} as const;

/** The two keys: where they come from, what they must look like, and how they are kept out of texts. */
export class Credentials {
  readonly #sources: Record<keyof Keys, KeySource>;
  readonly #secrets = new Set<string>();
  #keys: Promise<Keys> | undefined;

  /** @throws VoiceInputError where a key is missing, or given as text and not usable */
  constructor(options: { clientKey?: KeySource | undefined; apiKey?: KeySource | undefined }) {
    this.#sources = {
      clientKey: this.#source("clientKey", options.clientKey),
      apiKey: this.#source("apiKey", options.apiKey),
    };
  }

  /** The keys; functions are asked once, and again only after they failed. */
  keys(): Promise<Keys> {
    this.#keys ??= this.#read().catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  /** A text without the keys, be they raw, as in JSON, or as in a URL. An arrow, to be handed on. */
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
        `The function that gives the ${NAMES[name].words} failed. Its error is the cause.`,
        { cause: safeCause(error, this.redact) },
      );
    }
    return this.#checked(name, key);
  }

  /** The messages must do without the key: what is wrong is said, not what was found. */
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
      return refuse("holds a space, a line break or another character that no key has");
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
