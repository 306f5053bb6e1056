import { parseEther } from "ethers";
import { z } from "zod/v4";

import { tokenDecimals } from "../../../engine/inspect/assets/token-decimals.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { FORMATS } from "../../../foundation/support/formats.js";
import { UsageError } from "../../../foundation/support/errors.js";
import { ADDRESS, inWei, issuesOf } from "../given-values.js";

const change = z
  .string()
  .regex(
    /^-?\d{1,40}(\.\d{1,18})?$/,
    "expected an amount as text with at most 18 decimals, such as 1.5",
  );
const amount = change.refine((text) => !text.startsWith("-"), {
  error: ({ input }) => `${String(input)} is negative, but only reputation can be taken away`,
});
const bytes = z.string().regex(FORMATS.Bytes, "expected bytes, 0x and hex digits");
const hash = z.string().regex(FORMATS.Hash, "expected a hash, 0x and 64 hex digits");
const frame = {
  /** The proposal's description. */
  description: z.string().optional(),
  /** Address of the scheme that makes the proposal, if several could. */
  through: ADDRESS.optional(),
};

const DRAFT = z.discriminatedUnion("kind", [
  z
    .strictObject({
      ...frame,
      kind: z.literal("reward"),
      beneficiary: ADDRESS,
      ether: amount.default("0"),
      tokens: amount.default("0"),
      reputation: change.default("0"),
      externalToken: ADDRESS.optional(),
      /** Whole tokens. */
      externalTokens: amount.default("0"),
      periods: z.number().int().positive().default(1),
      /** Seconds. */
      periodLength: z.number().int().nonnegative().default(1),
    })
    .refine(
      ({ externalToken, externalTokens }) =>
        externalToken !== undefined || !/[1-9]/.test(externalTokens),
      { path: ["externalToken"], error: "is missing, but externalTokens are requested" },
    ),
  z.strictObject({
    ...frame,
    kind: z.literal("calls"),
    calls: z
      .array(z.strictObject({ to: ADDRESS, data: bytes.default("0x"), value: amount.default("0") }))
      .min(1),
  }),
  z.strictObject({
    ...frame,
    kind: z.literal("registerScheme"),
    scheme: ADDRESS,
    permissions: z.string().regex(FORMATS.FourBytes, "expected 4 bytes, such as 0x00000010"),
    paramsHash: hash.optional(),
  }),
  z.strictObject({ ...frame, kind: z.literal("unregisterScheme"), scheme: ADDRESS }),
  z.strictObject({
    ...frame,
    kind: z.literal("addGlobalConstraint"),
    constraint: ADDRESS,
    paramsHash: hash.optional(),
    /** Hash of the vote parameters for removing it. Default: those of its registration. */
    voteToRemoveParams: hash.optional(),
  }),
  z.strictObject({ ...frame, kind: z.literal("removeGlobalConstraint"), constraint: ADDRESS }),
  z.strictObject({ ...frame, kind: z.literal("upgradeController"), controller: ADDRESS }),
]);

/** A proposal that has not been made yet. Amounts are in whole units, as decimal text. */
export type Draft = z.output<typeof DRAFT>;
export type RewardDraft = Extract<Draft, { readonly kind: "reward" }>;
/** A draft as written, before defaults are filled in. */
export type DraftInput = z.input<typeof DRAFT>;

/**
 * What a reward gives of the DAO's own, for one period, in wei.
 * @throws UsageError if an amount has more decimals than the DAO's token
 */
export function rewardInWei(
  { reputation, tokens, ether }: RewardDraft,
  { token }: Pick<Inspection, "token">,
) {
  return {
    reputation: parseEther(reputation),
    tokens: inWei(tokens, tokenDecimals(token)),
    ether: parseEther(ether),
  };
}

export function draftJsonSchema(): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(DRAFT, { target: "draft-7", io: "input" });
}

/**
 * Checks a draft.
 * @param where its source, for the error
 * @throws UsageError that lists all problems
 */
export function parseDraft(value: unknown, where: string): Draft {
  const parsed = DRAFT.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${where} is not a valid proposal: ${issuesOf(parsed.error).join("; ")}.`);
}

/** What a flag proposes: the field of the draft that it sets, and the flags that may come with it. */
const PROPOSING: Readonly<
  Record<string, readonly [kind: Draft["kind"], field: string, parts: readonly string[]]>
> = {
  reward: [
    "reward",
    "beneficiary",
    ["ether", "tokens", "reputation", "externalToken", "externalTokens"],
  ],
  call: ["calls", "to", ["data", "ether"]],
  registerScheme: ["registerScheme", "scheme", ["permissions", "paramsHash"]],
  unregisterScheme: ["unregisterScheme", "scheme", []],
  addConstraint: ["addGlobalConstraint", "constraint", ["paramsHash"]],
  removeConstraint: ["removeGlobalConstraint", "constraint", []],
  upgradeController: ["upgradeController", "controller", []],
};
/** Every flag that may come with another; a command has more. */
const PARTS = new Set(Object.values(PROPOSING).flatMap(([, , parts]) => parts));

/**
 * The draft that the flags describe.
 * @returns undefined if they describe none
 * @throws UsageError if they describe several, an incomplete one, or more than its kind of proposal has
 */
export function draftOfFlags({
  through,
  ...flags
}: Readonly<Record<string, unknown>>): Draft | undefined {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  const proposing = given.filter(([flag]) => Object.hasOwn(PROPOSING, flag));
  const parts = given.filter(([flag]) => PARTS.has(flag));
  const [first] = proposing;
  if (first === undefined) {
    if (parts.length === 0 && through === undefined) return undefined;
    const all = Object.keys(PROPOSING).map(flagText);
    throw new UsageError(
      `What to propose is missing: ${all.slice(0, -1).join(", ")} or ${all.at(-1)}.`,
    );
  }
  if (proposing.length > 1) {
    throw new UsageError("The flags describe several proposals. Describe one at a time.");
  }
  const [kind, field, own] = PROPOSING[first[0]]!;
  const { ether: value, data } = flags;
  const content =
    kind === "calls"
      ? { calls: [{ to: first[1], data, value }] }
      : { [field]: first[1], ...Object.fromEntries(parts.filter(([part]) => own.includes(part))) };
  const draft = parseDraft({ kind, ...content, through }, "What the flags describe");
  const strays = parts.filter(([part]) => !own.includes(part)).map(([part]) => flagText(part));
  if (strays.length === 0) return draft;
  throw new UsageError(
    `A proposal of this kind (${kind}) has no ${strays.join(", ")}. Omit ${strays.length === 1 ? "it" : "them"}.`,
  );
}

function flagText(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
