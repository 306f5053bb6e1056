import { z } from "zod/v4";

import { hashOf } from "../../../foundation/chain/hash.js";

/** Version of the file format; another version may write other lines. */
export const FORMAT = 2;

const HEX = /^0x([0-9a-f]{2})+$/;
/** An amount: decimal digits in the file, because JSON numbers would lose precision. */
const amount = z
  .string()
  .regex(/^\d+$/)
  .transform((digits) => BigInt(digits));

const header = z.object({
  kind: z.literal("header"),
  chainId: z.number(),
  /** Hash of block 0. */
  genesis: z.string(),
  account: z.string(),
  /** A hash of each input, so that a message can say which one changed. */
  inputs: z.record(z.string(), z.string()),
  /** In gas. Kept because it decides the size of founder batches, and a block's limit drifts. */
  transactionGasLimit: amount,
  /** In wei per gas. At this price, test accounts can pay for their votes and stakes. */
  fundingGasPrice: amount,
  /** On an L2: what the data of each of these transactions may cost, in wei. */
  fundingDataFee: amount.optional(),
  /** The first block that can contain a step of this migration. */
  firstBlock: z.number(),
  /** Contracts of an earlier base that this migration reuses, by name. */
  reusable: z.record(z.string(), z.string()),
  /** Whether the chain's clock can be moved, which decides the proposals of a demo test. */
  movesClock: z.boolean(),
  /** The next nonce of each account that signs, at the start of the journal. */
  nonces: z.record(z.string(), z.number().int().nonnegative()),
  /**
   * Whether steps may be older than the journal, because an earlier one was lost. False if the user wants everything to
   * be sent again, and for proposals, which may be made again.
   */
  mayHaveEarlier: z.boolean(),
  /** True for a journal started by `--restart`: another `--restart` resumes it, but sets any other journal aside. */
  begunByRestart: z.boolean(),
});

const signed = z
  .object({
    kind: z.literal("signed"),
    step: z.string(),
    from: z.string(),
    nonce: z.number().int().nonnegative(),
    /** Hash of receiver, value and call data. Shows whether the step is still the same. */
    call: z.string(),
    hash: z.string(),
    raw: z.string(),
  })
  .refine(({ raw, hash }) => HEX.test(raw) && hashOf(raw) === hash);

const line = z.discriminatedUnion("kind", [
  header,
  signed,
  z.object({ kind: z.literal("clock"), step: z.string(), target: z.number() }),
  z.object({
    kind: z.literal("dropped"),
    step: z.string(),
    /** Its transaction was mined and reverted, so it was paid for. */
    reverted: z.literal(true).optional(),
  }),
]);

/** A line of a journal, with amounts as bigint. */
export type JournalLine = Readonly<z.output<typeof line>>;

/** What a journal belongs to. A migration resumes a journal only if all of this is the same. */
export type JournalHeader = Readonly<Omit<z.output<typeof header>, "kind">>;

/** A transaction that may have been sent. Once it is in a journal, its step may only happen with these bytes. */
export type SignedStep = Readonly<Omit<z.output<typeof signed>, "kind">>;

export function textOf(line: JournalLine): string {
  const format = line.kind === "header" ? { kind: line.kind, format: FORMAT } : {};
  return JSON.stringify({ ...format, ...line }, (_key, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
}

/** A line; undefined if the text was not written as a journal's line. */
export function lineOf(text: string): JournalLine | undefined {
  return line.safeParse(jsonOf(text)).data;
}

/** The format of a header, whatever else it contains; undefined if the text is not a header. */
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
