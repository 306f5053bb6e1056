import { keccak256 } from "ethers";
import { z } from "zod/v4";

/** Of the file; a later one may write other lines. */
export const FORMAT = 2;

/** What decides the steps of a migration, each of which has a hash in the header. */
export const INPUTS = [
  "sections",
  "arcVersion",
  "parameters",
  "customContracts",
  "base",
  "testAccounts",
] as const;

export type InputName = (typeof INPUTS)[number];

const HEX = /^0x([0-9a-f]{2})+$/;
/** An amount: decimal digits in the file, as JSON's numbers do not hold it. */
const amount = z
  .string()
  .regex(/^\d+$/)
  .transform((digits) => BigInt(digits));

const header = z.object({
  kind: z.literal("header"),
  chainId: z.number(),
  /** Hash of block 0. */
  genesis: z.string(),
  /** The deploying account. */
  account: z.string(),
  /** Hash of everything that decides the steps: parameters, release, artifacts, base. */
  inputs: z.string(),
  /** Hashes of the same one by one, so that it can be said what changed. */
  inputHashes: z.partialRecord(z.enum(INPUTS), z.string()).optional(),
  /** Founder batches are made by it, and a block's limit drifts. In gas. */
  transactionGasLimit: amount,
  /** The price at which test accounts can pay for their votes and stakes, in wei per gas. */
  fundingGasPrice: amount,
  /** On an L2: what each of them may cost for its data, in wei. */
  fundingDataFee: amount.optional(),
  /** The block before which nothing of this migration can be. */
  firstBlock: z.number(),
  /** Contracts of an earlier base that this migration reuses, by name. */
  reusable: z.record(z.string(), z.string()),
  /** Whether the chain's clock can be moved: decides which proposals a demo test makes. */
  movesClock: z.boolean(),
  /** The next nonce of each account that signs, when the journal was begun. */
  nonces: z.record(z.string(), z.number().int().nonnegative()),
  /** Such a journal is resumed by `--restart`, which sets any other one aside. */
  begunByRestart: z.boolean(),
});

const signed = z
  .object({
    kind: z.literal("signed"),
    step: z.string(),
    from: z.string(),
    nonce: z.number().int().nonnegative(),
    /** Hash of receiver, value and call data: shows whether the step is still the same. */
    call: z.string(),
    /** Hash of the transaction. */
    hash: z.string(),
    /** The signed bytes. */
    raw: z.string(),
  })
  .refine(({ raw, hash }) => HEX.test(raw) && keccak256(raw) === hash);

const line = z.discriminatedUnion("kind", [
  header,
  signed,
  z.object({ kind: z.literal("clock"), step: z.string(), target: z.number() }),
  z.object({ kind: z.literal("dropped"), step: z.string() }),
]);

/** A line of a journal, with amounts as bigint. */
export type JournalLine = Readonly<z.output<typeof line>>;

/** What a journal belongs to. A migration resumes a journal only where all of this is the same. */
export type JournalHeader = Readonly<Omit<z.output<typeof header>, "kind">>;

/** A transaction that may have been sent: from the moment it is here, it may only happen as it is. */
export type SignedStep = Readonly<Omit<z.output<typeof signed>, "kind">>;

/** The text of a line, without its end. */
export function textOf(line: JournalLine): string {
  const format = line.kind === "header" ? { kind: line.kind, format: FORMAT } : {};
  return JSON.stringify({ ...format, ...line }, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

/** A line, or undefined if the text is not as a journal's line was written. */
export function lineOf(text: string): JournalLine | undefined {
  return line.safeParse(jsonOf(text)).data;
}

/** The format of a header, whatever else stands in it; undefined if the text is not a header. */
export function formatOf(text: string): number | undefined {
  const known = z.object({ kind: z.literal("header"), format: z.number() });
  return known.safeParse(jsonOf(text)).data?.format;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
