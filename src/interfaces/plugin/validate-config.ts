import { isAddress } from "ethers";
import { z } from "zod/v4";

import { silencesSchema } from "../../operations/check/report/silences.js";
import { resolveArcVersion } from "../../foundation/arc/versions.js";
import { chainIdOf, type NetworkSettings } from "../../foundation/chain/networks.js";
import type { JsonSchema } from "../../foundation/support/json-schema.js";
import { suggestion } from "../../foundation/support/nearest.js";

const secret = z.union([z.string(), z.object({ _type: z.literal("ConfigurationVariable") })], {
  error: "Expected a string or configVariable().",
});

const ADDRESS = "an address: 0x and 40 hex digits, with a valid checksum if it mixes cases";
const address = z.string().refine(isAddress, `Expected ${ADDRESS}.`);
const path = z.string().min(1, "Expected a path.").optional();

const schema = z.strictObject({
  arcVersion: z.string().superRefine(isArcVersion).optional(),
  params: path,
  output: path,
  customAbis: path,
  allowUnrehearsed: z.boolean().optional(),
  check: z.strictObject({ silenced: silencesSchema.optional() }).optional(),
  networks: z
    .record(
      z.string().regex(/^[1-9]\d{0,14}$/, "Expected a chain ID, such as 42161."),
      z.strictObject({
        name: z
          .string()
          .regex(
            /^(?!(private|default)$)[\w-]{1,40}$/,
            "Expected a word other than private and default.",
          )
          .optional(),
        stakingToken: z
          .string()
          .refine((text) => text === "deploy" || isAddress(text), `Expected deploy, or ${ADDRESS}.`)
          .optional(),
        registryOwner: address.optional(),
        explorer: z.url().optional(),
      }),
    )
    .superRefine(haveOwnNames)
    .optional(),
  avatars: z.record(z.string(), address).optional(),
  voice: z
    .strictObject({
      baseUrl: z.string().optional(),
      wsBaseUrl: z.string().optional(),
      clientKey: secret.optional(),
      apiKey: secret.optional(),
    })
    .optional(),
});

/** The mistakes in a user's `dao` key, each with its path in the configuration. */
export function validateDaoConfig(
  userConfig: unknown,
): { path: (string | number)[]; message: string }[] {
  const { error } = schema.safeParse(userConfig);
  return (error?.issues ?? []).flatMap((issue) => {
    const path = ["dao", ...issue.path.map(String)];
    if (issue.code === "invalid_key") return [{ path, message: issue.issues[0]!.message }];
    if (issue.code !== "unrecognized_keys") return [{ path, message: issue.message }];
    const known = keysAt(issue.path);
    return issue.keys.map((key) => {
      const message = `Unknown key. ${suggestion(key, known, "The keys are")}`;
      return { path: [...path, key], message };
    });
  });
}

function keysAt(path: readonly PropertyKey[]): readonly string[] {
  const { properties = {} } = path.reduce<JsonSchema>(
    ({ properties: of, additionalProperties, items }, key) =>
      (of?.[String(key)] ?? additionalProperties ?? items ?? {}) as JsonSchema,
    z.toJSONSchema(schema, { unrepresentable: "any" }) as JsonSchema,
  );
  return Object.keys(properties);
}

/** A chain with another chain's name would get that one's section of a parameters file. */
function haveOwnNames(
  networks: Readonly<Record<string, NetworkSettings>>,
  context: z.RefinementCtx,
): void {
  for (const [id, { name }] of Object.entries(networks)) {
    const named = name === undefined ? undefined : chainIdOf(name);
    if (named === undefined || named === Number(id)) continue;
    const message = `Expected a name of its own: ${name} is the chain with ID ${named}.`;
    context.addIssue({ code: "custom", path: [id, "name"], message });
  }
}

function isArcVersion(text: string, context: z.RefinementCtx<string>): void {
  try {
    resolveArcVersion(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
}
