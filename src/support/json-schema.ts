import { z } from "zod/v4";

type Options = Omit<NonNullable<Parameters<typeof z.toJSONSchema>[1]>, "target" | "io">;

/**
 * The JSON Schema of a file, with a title and a comment that says where it comes from. It uses draft 7, which editors
 * support best.
 */
export function fileJsonSchema(
  schema: z.ZodType,
  { title, comment, ...options }: Options & { readonly title: string; readonly comment: string },
): z.core.JSONSchema.BaseSchema {
  return {
    $comment: comment,
    title,
    ...z.toJSONSchema(schema, { ...options, target: "draft-7", io: "input" }),
  };
}

/** A JSON Schema as the text of its file. */
export function schemaText(schema: z.core.JSONSchema.BaseSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
