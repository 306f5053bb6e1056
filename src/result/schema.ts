import { z } from "zod/v4";

import { fileJsonSchema } from "../support/json-schema.js";

/*
 * The format of `migration.json`: validates a file before it is used, and generates the JSON Schema for editors and
 * other tools. Which contract is at an address is checked on the chain.
 */

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "expected an address: 0x and 40 hex digits")
  .meta({ description: "Address of a contract." });
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/, "expected a hash: 0x and 64 hex digits");
const arcVersion = z.string().max(40).meta({ description: "Release of Arc, such as 0.0.1-rc.57." });

const base = z
  .object({ arcVersion })
  .catchall(address)
  .meta({ description: "Universal contracts, by name; DAOToken is the staking token." });

const contract = z.looseObject({ name: z.string(), address, arcVersion: arcVersion.optional() });

const organization = {
  name: z.string(),
  arcVersion,
  Avatar: address,
  NativeToken: address.optional(),
  NativeReputation: address.optional(),
  Controller: address.optional(),
  Schemes: z.array(contract).optional(),
  inputs: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "Hash of its inputs: parameters, release, custom contracts." }),
};

const dao = z
  .looseObject({
    ...organization,
    StandAloneContracts: z.array(contract).optional(),
    Intended: z
      .array(contract)
      .optional()
      .meta({ description: "Schemes that a change will register." }),
    IntendedController: address
      .optional()
      .meta({ description: "Controller that a change will upgrade the DAO to." }),
  })
  .meta({ description: "The DAO of a parameters file." });

const test = z
  .looseObject({ ...organization, proposalId: hash.optional() })
  .meta({ description: "The demo test: a DAO with live proposals." });

const entry = {
  network: z.string().meta({ description: "A network's name, or its chain ID as text." }),
  chainId: z.number().int().nonnegative(),
  genesis: hash.optional().meta({ description: "Hash of block 0." }),
  inProcess: z
    .boolean()
    .optional()
    .meta({ description: "Whether the chain ended with its process." }),
  base: base.optional(),
  dao: dao.optional(),
  test: test.optional(),
};

export const resultSchema = z.looseObject({
  ...entry,
  others: z
    .array(z.looseObject({ ...entry, replaced: z.string().optional() }))
    .optional()
    .meta({
      description:
        "Everything else the file ever contained: other networks, other releases, earlier DAOs, a restarted chain. Oldest first.",
    }),
});

/** The JSON Schema (draft 7) of a result file. */
export function resultJsonSchema(): z.core.JSONSchema.BaseSchema {
  return fileJsonSchema(resultSchema, {
    title: "Result of a migration of Arc contracts and DAOs",
    comment: "Generated from src/result/schema.ts by scripts/write-schemas.ts.",
  });
}
