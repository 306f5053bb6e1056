import { z } from "zod/v4";

import { isNotRead } from "./reading/attempt.js";

export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, "expected an address");
export const bytes = z.string().regex(/^0x([0-9a-fA-F]{2})*$/, "expected bytes in hex");
export const amount = z.string().regex(/^-?\d{1,78}$/, "expected a number as decimal text");
/** Text that this tool wrote. Strangers' text must be escaped before it is shown. */
export const words = z.string().regex(/^[^\p{C}]*$/u, "expected one line of text");
export const count = z.number().int().nonnegative();
export const time = count.max(8_640_000_000_000);

/** A value that was read, or why it was not. */
export function read<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().superRefine((value, context) => {
    const { error } = (isNotRead(value) ? notRead : schema).safeParse(value);
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  });
}

export const notRead = z.looseObject({ notRead: z.string() });
export const contract = z.looseObject({
  address,
  code: z.enum(["arc", "unknown", "account"]),
  name: words.optional(),
  looksLike: words.optional(),
  releases: z.array(words).optional(),
});
export const asset = z.looseObject({
  address,
  name: read(z.string()),
  symbol: read(z.string()),
  decimals: read(count.max(255)),
});
