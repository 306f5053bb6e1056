import { z } from "zod/v4";

import { address, amount, bytes, count, time } from "../inspect/schema-values.js";
import { fileJsonSchema } from "../support/json-schema.js";
import { CHANGE_SCHEMA_VERSION } from "./change.js";

const notRead = z.looseObject({ notRead: z.string() });
const hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const contract = z.looseObject({
  address,
  code: z.enum(["arc", "unknown", "account"]),
  name: z.string().optional(),
  releases: z.array(z.string()).optional(),
});
const sentences = z.array(z.string()).optional();

const warning = z.looseObject({
  id: z.string().meta({ description: "Stable between versions." }),
  status: z.enum(["warning", "inconclusive"]),
  ...{ what: z.string(), why: z.string(), check: z.string(), todo: z.string() },
});

const transaction = z.looseObject({
  step: z.string(),
  kind: z.enum(["deploy", "call"]),
  contract: z.string().meta({ description: "The contract's name in Arc or in its build file." }),
  address: address.meta({
    description: "On the fork. On the chain, a deployed contract gets another address.",
  }),
  function: z.string().optional(),
  data: bytes,
  gas: amount,
});

const asks = z
  .looseObject({
    kind: z.enum([
      "reward",
      "calls",
      "registerScheme",
      "unregisterScheme",
      "addGlobalConstraint",
      "removeGlobalConstraint",
      "upgradeController",
    ]),
    description: z.string().optional(),
  })
  .meta({ description: "The draft that `dao-migrate simulate --file` takes." });

const stage = z.looseObject({
  stage: z.string(),
  time,
  ...{ from: address, to: address, value: amount, data: bytes, gas: amount },
  outcome: z.enum(["done", "failed inside", "refused"]),
});

const proposal = z.looseObject({
  number: count,
  key: z.string().meta({ description: "The same in every run." }),
  asks,
  why: z.string(),
  differences: sentences,
  subject: contract.optional(),
  status: z.enum(["to be made", "waits", "open", "passed", "failed"]),
  after: z.array(count).meta({ description: "Numbers of the proposals that must pass first." }),
  id: hash.optional(),
  scheme: contract.optional(),
  control: z.looseObject({}).optional(),
  votes: z.looseObject({}).optional(),
  passes: z.looseObject({
    verdict: z.enum(["passed", "can pass", "cannot pass", "inconclusive"]),
    reason: z.string().optional(),
  }),
  does: z.looseObject({
    verdict: z.enum(["yes", "no", "inconclusive"]),
    deeds: z.array(
      z.looseObject({ asked: z.string(), happened: z.enum(["yes", "no", "inconclusive"]) }),
    ),
  }),
  leastSeconds: count,
  gas: z.looseObject({ propose: amount, rest: amount }),
  warnings: z.array(warning),
  stages: z.array(stage),
});

const changeSchema = z.looseObject({
  schemaVersion: z.literal(CHANGE_SCHEMA_VERSION),
  tool: z.looseObject({ name: z.string(), version: z.string() }),
  chainId: count,
  network: z.string(),
  block: z.looseObject({ number: count, hash, timestamp: time }),
  avatar: address,
  name: z.union([z.string(), notRead]),
  arcVersion: z.string(),
  params: z.string().optional(),
  empty: z.boolean().meta({ description: "True if there is nothing to do." }),
  transactions: z.array(transaction),
  proposals: z.array(proposal),
  left: z.array(
    z.looseObject({
      ...{ rule: z.string(), where: z.string(), message: z.string(), why: z.string() },
    }),
  ),
  notCompared: z.array(z.looseObject({ where: z.string(), reason: z.string() })),
  warnings: z.array(warning),
  gas: amount,
  hash: z.string().meta({ description: "SHA-256 of everything else, as JSON." }),
});

/** The JSON Schema (draft 7) of what `dao-migrate plan --json` prints. */
export function changeJsonSchema(): z.core.JSONSchema.BaseSchema {
  return fileJsonSchema(changeSchema, {
    title: "A planned change of a DAO, as dao-migrate plan --json prints it",
    comment: "Generated from src/change/schema.ts by scripts/write-schemas.ts.",
  });
}
