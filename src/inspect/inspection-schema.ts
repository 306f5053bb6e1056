import { z } from "zod/v4";

import { MigrationError } from "../support/errors.js";
import type {
  Inspection,
  ProposalProgress,
  ProposalRequest,
  ProposalState,
} from "./description.js";
import { SCHEMA_VERSION } from "./description.js";
import {
  earlierController,
  listing,
  mintable,
  owes,
  unpaid,
  competition,
} from "./promise-schema.js";
import {
  address,
  amount,
  asset,
  bytes,
  contract,
  count,
  notRead,
  read,
  time,
  words,
} from "./schema-values.js";

/** No real inspection is nested deeper; a deeper file is meant to overflow the stack. */
const MOST_LEVELS = 100;

function oneOf<Name extends string>(names: Readonly<Record<Name, true>>) {
  return z.enum(Object.keys(names) as [Name, ...Name[]]);
}

const permissions = z.looseObject({
  bytes: z.string().regex(/^0x[0-9a-fA-F]{8}$/, "expected 4 bytes in hex"),
  words: z.array(words),
});
const holders = read(z.array(z.looseObject({ account: address, amount })));
const registration = z.looseObject({
  event: z.enum(["registered", "unregistered"]),
  by: address,
  how: z.enum(["controller", "itself", "scheme"]),
  block: count,
  time,
});
const rules = z
  .record(z.string(), z.looseObject({}))
  .refine((each) => Object.keys(each).length === 1, "expected one set of rules");
const parameters = z.looseObject({
  values: z.looseObject({}),
  votes: z.record(
    z.string(),
    z.looseObject({ votingMachine: address, paramsHash: bytes, rules: read(rules) }),
  ),
  mayCall: read(z.array(z.string())).optional(),
});
const scheme = z.looseObject({
  contract,
  registered: z.boolean(),
  permissions,
  paramsHash: bytes,
  history: z.array(registration),
  parameters: read(parameters).optional(),
});
const constraint = z.looseObject({
  contract,
  looks: z.enum(["before", "after", "before and after"]),
  paramsHash: bytes,
  parameters: read(z.looseObject({})),
});
const control = z.looseObject({
  scheme: address,
  permissions: bytes,
  vote: z.string(),
  neededPercent: z.number(),
  accounts: z.array(address),
  share: words,
  boosting: z.boolean(),
});

const state = oneOf<ProposalState>({
  queued: true,
  preBoosted: true,
  boosted: true,
  quietEndingPeriod: true,
  executed: true,
  expiredInQueue: true,
});
const stage = oneOf<ProposalProgress["stage"]>({
  open: true,
  "to be executed": true,
  rejected: true,
  expired: true,
  passed: true,
  done: true,
});
const side = z.enum(["for", "against"]);
const call = z.looseObject({
  to: contract,
  value: amount,
  data: bytes,
  function: z
    .looseObject({ signature: z.string(), args: z.looseObject({}), knownBy: z.string() })
    .optional(),
});
const constraintRequest = { constraint: contract, paramsHash: bytes.optional() };
/** The fields of each kind of request. A kind that is missing here comes from a later version. */
const REQUESTS: Readonly<Record<ProposalRequest["kind"], z.ZodRawShape>> = {
  reward: {
    beneficiary: address,
    reputation: amount,
    nativeTokens: amount,
    ether: amount,
    externalTokens: amount,
    externalToken: address.optional(),
    periodLength: amount.optional(),
    periods: amount,
  },
  calls: { calls: z.array(call) },
  registerScheme: { scheme: contract, paramsHash: bytes, permissions },
  unregisterScheme: { scheme: contract },
  addGlobalConstraint: constraintRequest,
  removeGlobalConstraint: constraintRequest,
  upgradeController: { controller: contract },
  changeUpgradeScheme: { scheme: contract, paramsHash: bytes },
  other: { event: z.string(), values: z.looseObject({}) },
};
const requests = Object.entries(REQUESTS).map(([kind, fields]) =>
  z.looseObject({ kind: z.literal(kind), ...fields }),
);
const request = z.discriminatedUnion("kind", requests as [(typeof requests)[number]]);
const votes = z.looseObject({
  for: amount,
  against: amount,
  supply: amount,
  cast: z.array(z.looseObject({ voter: address, side, reputation: amount, share: words })),
});
const stakes = z.looseObject({
  for: amount,
  against: amount,
  placed: z.array(z.looseObject({ staker: address, side, amount })),
  toBoost: amount.optional(),
});
const proposal = z.looseObject({
  id: bytes,
  votingMachine: address,
  scheme: address,
  proposer: address,
  block: count,
  time,
  state: read(z.looseObject({ noted: state, now: state })),
  decision: read(side).optional(),
  progress: read(z.looseObject({ stage, missing: words.optional() })),
  deadline: read(time).optional(),
  description: z.string().optional(),
  asks: read(request),
  votes: read(votes),
  stakes: read(stakes).optional(),
  redeemable: read(
    z.array(
      z.looseObject({
        account: address,
        stakingTokens: amount,
        reputation: amount,
        daoBounty: amount,
      }),
    ),
  ).optional(),
  unpaid: read(z.array(unpaid)).optional(),
  competition: read(competition).optional(),
});

const inspection = z.looseObject({
  chainId: count,
  block: z.looseObject({ number: count, hash: bytes, timestamp: time }),
  eventsFromBlock: count,
  name: read(z.string()),
  avatar: contract,
  controller: contract.extend({ universal: z.boolean() }),
  token: z.looseObject({
    contract,
    name: read(z.string()),
    symbol: read(z.string()),
    decimals: read(count.max(255)),
    totalSupply: read(amount),
    owner: read(address),
    holders,
  }),
  reputation: z.looseObject({ contract, totalSupply: read(amount), owner: read(address), holders }),
  founders: read(z.array(z.looseObject({ account: address }))),
  treasury: read(z.looseObject({ ether: amount, tokens: z.array(asset.extend({ amount })) })),
  allowances: read(z.array(z.looseObject({ token: address, spender: address, amount }))),
  schemes: z.array(scheme),
  globalConstraints: read(z.array(constraint)),
  votingMachines: z.array(
    z.looseObject({
      contract,
      proposals: notRead.optional(),
      stakingToken: read(asset).optional(),
    }),
  ),
  proposals: read(z.array(proposal)),
  control: read(z.array(control)),
  earlierControllers: z.array(earlierController).optional(),
  listings: read(z.array(listing)).optional(),
  owes: read(owes).optional(),
  mintable: read(z.array(mintable)).optional(),
});

/**
 * Checks an inspection that comes from elsewhere, such as a file. Keeps parts that this version does not know.
 * @param where its name in errors
 * @throws MigrationError if it is not an inspection, or of another schema version
 */
export function parseInspection(value: unknown, where: string): Inspection {
  const wanted = "It should contain the output of `dao-migrate inspect --json`.";
  if (levelsOf(value) > MOST_LEVELS) {
    throw new MigrationError(`${where} is nested too deeply for an inspection. ${wanted}`);
  }
  const version = (value as { readonly schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof version === "number" && version !== SCHEMA_VERSION && isInspectionLike(value)) {
    throw new MigrationError(
      `${where} has an inspection with schema version ${version}, but this version of dao-migrate writes and reads ` +
        `${SCHEMA_VERSION}. Inspect the DAO again, with --block for its earlier state.`,
    );
  }
  const { error } = inspection.safeParse(value);
  if (error === undefined && version === SCHEMA_VERSION) return value as Inspection;
  const [first] = error?.issues ?? [];
  const place = first === undefined || first.path.length === 0 ? "" : ` (${first.path.join(".")})`;
  throw new MigrationError(
    `${where}${place} is not an inspection of a DAO: ${first?.message ?? "it has no schemaVersion"}. ${wanted}`,
  );
}

function isInspectionLike(value: unknown): boolean {
  return typeof value === "object" && value !== null && "avatar" in value && "block" in value;
}

function levelsOf(value: unknown): number {
  let level = 0;
  for (let members = [value]; members.length > 0 && level <= MOST_LEVELS; level++) {
    members = members.flatMap((each) =>
      typeof each === "object" && each !== null ? (Object.values(each) as unknown[]) : [],
    );
  }
  return level;
}
