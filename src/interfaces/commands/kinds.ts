import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { AddressableSigner, TransactionSigner } from "../../foundation/chain/signer.js";
import type { MadeCheck } from "../../operations/run/check-made.js";
import type { MigrationPreview } from "../../engine/execution/sending/preview.js";
import type { MinedEvent } from "../../engine/execution/steps/event.js";
import type { Silence } from "../../operations/check/report/report.js";
import type { MigrationParameters } from "../../foundation/params/file/migration-parameters.js";
import type { DraftInput } from "../../operations/simulate/drafts/draft.js";
import type { Simulation } from "../../operations/simulate/simulation.js";
import type { Expectations } from "../../operations/simulate/verdicts/expectations.js";

/** The kinds of values, each with its type. */
export interface Kinds {
  /** Takes no value. */
  readonly switch: boolean;
  readonly text: string;
  /** Absolute after parsing. */
  readonly file: string;
  readonly folder: string;
  /** A file to write. It never replaces a result file. */
  readonly written: string;
  /** A private key or a mnemonic: never shown, in whatever error. */
  readonly secret: string;
  readonly address: string;
  /** Has as many hex digits as a key, so it is never taken for one. */
  readonly hash: string;
  readonly block: number;
  readonly id: number;
  /** 1 or more. */
  readonly count: number;
  readonly chainId: number;
  readonly gwei: number | string;
  readonly release: string;
  readonly section: "dao" | "test";
  readonly provider: string | Eip1193Provider;
  readonly params: MigrationParameters | string;
  readonly silences: string | readonly Silence[];
  readonly expectations: string | Expectations;
  readonly simulations: readonly (string | Simulation)[];
  readonly amount: string;
  readonly hex: string;
  /** Separated by commas. */
  readonly names: readonly string[];
  // Only in the library, as no text can stand for them.
  readonly bytes: Uint8Array;
  readonly draft: DraftInput;
  readonly signer: TransactionSigner | AddressableSigner;
  readonly onPreview: (preview: MigrationPreview) => Promise<boolean>;
  // Listeners return nothing, or a promise.
  readonly onStep: (event: MinedEvent) => unknown;
  readonly onCheck: (check: MadeCheck) => unknown;
  readonly signal: AbortSignal;
  readonly onMessage: (message: string) => unknown;
  readonly abis: Readonly<Record<string, unknown>>;
}

/** How values of a kind are read, completed and kept secret. */
interface Handling {
  /** What a value is called in the help. Default: the kind. */
  readonly value?: string;
  /** What the library takes for it: values of these types, or else objects with this method. Default: anything. */
  readonly takes?: readonly [types: readonly string[], wanted: string, method?: string];
  /** Whether a value may look like a key, or which ones may. */
  readonly isLikeKey?: true | RegExp;
  /** A file or folder; an absolute one is relative to the current folder, or in the configuration to the project. */
  readonly path?: "absolute" | "as given";
  readonly isList?: true;
  readonly number?: readonly [pattern: RegExp, wanted: string];
}

const TEXT = { takes: [["string"], "text"] } as const;
const PATH = { ...TEXT, path: "absolute" } as const;
const FUNCTION = { takes: [["function"], "a function"] } as const;

/** A number, or the text of one. */
function number(pattern: RegExp, wanted: string) {
  return { number: [pattern, wanted], takes: [["string", "number", "bigint"], wanted] } as const;
}

/** What is special about a kind. */
export const HANDLING: Readonly<{ [Kind in keyof Kinds]?: Handling }> = {
  // A script without types could pass `force: "no"`, which is as good as true.
  switch: { takes: [["boolean"], "true or false"] },
  file: PATH,
  folder: PATH,
  written: { value: "file", path: "absolute" },
  silences: { value: "file", path: "absolute" },
  params: { value: "file", path: "as given" },
  expectations: { path: "as given" },
  simulations: {
    path: "as given",
    isList: true,
    takes: [["string"], "a list of simulations, or of their files", "map"],
  },
  names: { isList: true, takes: [["string"], "a list of names", "map"] },
  secret: { ...TEXT, isLikeKey: true },
  hash: { ...TEXT, isLikeKey: true },
  // A call with an argument or more is longer than a key.
  hex: { isLikeKey: /^0x(?:[0-9a-f]{2}){36,}$/i },
  address: TEXT,
  release: TEXT,
  section: { ...TEXT, value: "name" },
  text: TEXT,
  provider: {
    value: "url",
    takes: [["string"], "a node's URL, or an EIP-1193 provider", "request"],
  },
  block: { value: "number", ...number(/^\d{1,15}$/, "a block number of at most 15 digits") },
  id: number(/^-?\d{1,15}$/, "a whole number of at most 15 digits"),
  count: { value: "number", ...number(/^[1-9]\d{0,3}$/, "a whole number from 1 to 9999") },
  chainId: {
    value: "id",
    ...number(/^[1-9]\d{0,14}$/, "a number of at most 15 digits, such as 1 for mainnet"),
  },
  onPreview: FUNCTION,
  onStep: FUNCTION,
  onCheck: FUNCTION,
  onMessage: FUNCTION,
  bytes: { takes: [[], "bytes, a Uint8Array", "subarray"] },
  abis: { takes: [["object"], "an object with ABIs"] },
  signal: { takes: [[], "an AbortSignal", "removeEventListener"] },
};
