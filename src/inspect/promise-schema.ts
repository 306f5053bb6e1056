import { z } from "zod/v4";

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
} from "./schema-values.js";

/** Parts of an inspection that earlier versions of this tool did not write. */

const paidIn = z.enum(["ether", "token", "own token", "reputation"]);
const moment = z.looseObject({ block: count, time });

export const unpaid = z.looseObject({
  of: paidIn,
  token: address.optional(),
  account: address.optional(),
  amount,
  due: amount,
  periods: amount.optional(),
  heldBy: address.optional(),
  refused: z.string().optional(),
});

const debt = z.looseObject({
  of: paidIn,
  token: asset.optional(),
  amount,
  due: amount,
  has: read(amount).optional(),
  missing: amount.optional(),
  proposals: z.array(bytes),
});

export const owes = z.looseObject({
  debts: z.array(debt),
  unknown: z.array(z.looseObject({ proposal: bytes, why: notRead })),
});

export const mintable = z.looseObject({
  scheme: address,
  atMost: read(amount).optional(),
  claimed: read(amount),
  from: read(z.number()).optional(),
  joinUntil: read(z.number()).optional(),
  until: read(z.number()).optional(),
  to: z.string(),
});

export const competition = z.looseObject({
  contract: address,
  rewardSplit: z.array(z.string()),
  startTime: z.number(),
  suggestionsEndTime: z.number(),
  votingStartTime: z.number(),
  endTime: z.number(),
  redeemUntil: z.number().optional(),
  maxVotesPerVoter: z.string(),
  admin: address.optional(),
  snapshotBlock: count.optional(),
  suggestions: z.array(
    z.looseObject({
      id: z.string(),
      description: z.string(),
      beneficiary: address,
      votes: amount,
      cast: z.array(z.looseObject({ voter: address, reputation: amount })),
      place: count.optional(),
      redeemedPercent: z.string().optional(),
    }),
  ),
});

export const listing = z.looseObject({
  contract,
  known: z.boolean(),
  owner: read(address),
  name: read(z.string()).optional(),
  blacklisted: read(z.boolean()).optional(),
  entries: z.array(
    moment.extend({
      event: z.enum(["proposed", "registered", "unregistered", "tracked", "blacklisted", "reset"]),
      by: read(address).optional(),
      text: read(z.string()).optional(),
    }),
  ),
});

export const earlierController = z.looseObject({
  contract: contract.extend({ universal: z.boolean() }),
  since: moment.optional(),
  until: moment,
  replacedBy: address,
});
