import fc from "fast-check";

import type { JOURNEYS } from "./journeys.js";
import { NODES } from "./words.js";

/** What can happen in a life. */
export const INCIDENTS = [
  "kill before",
  "kill after",
  "power cut",
  "request lost",
  "answer lost",
  "error",
  "slow answer",
  "lagging node",
  "no receipts",
  "transactions dropped",
  "reorganization",
  "transactions lost in a reorganization",
  "fee spike",
  "full pool",
  "empty blocks",
  "stranger's DAO",
  "transfer from the wallet",
  "cancelled in the wallet",
  "sped up in the wallet",
  "no money",
  "disk full",
  "disk read-only",
  "journal deleted",
  "old journal",
  "clock set back",
  "another chain",
  "second process",
  "interrupted",
  "refused",
] as const;

export type IncidentKind = (typeof INCIDENTS)[number];

/** What does nothing before a step is signed: there is no journal yet, and no transaction of the account. */
export const OF_STEPS: ReadonlySet<IncidentKind> = new Set([
  "transactions dropped",
  "cancelled in the wallet",
  "sped up in the wallet",
  "journal deleted",
  "old journal",
]);

export interface Incident {
  readonly kind: IncidentKind;
  /** The operation of a process at which it happens, counted over the whole life. */
  readonly at: number;
  readonly size: number;
}

/** A life before it is lived. */
export interface Plan {
  /** A DAO by DaoCreator or by the deploying account, or what else is wanted. */
  readonly journey: keyof typeof JOURNEYS;
  readonly node: number;
  /** How far each node is behind, in milliseconds. */
  readonly delays: readonly number[];
  readonly keepsOrder: boolean;
  /** Seconds. */
  readonly blockTime: number;
  readonly confirmations: number;
  /** The longest wait between two polls, in milliseconds. */
  readonly polling: number;
  /** In gwei; 0 for none. */
  readonly maxGasPrice: number;
  readonly agreesToHigherFees: boolean;
  /** Whether there is somebody to ask about what differs from the preview or was found. */
  readonly isAttended: boolean;
  /** Seconds between the end of a process and the next one. */
  readonly pause: number;
  /** For everything else that is a matter of chance. */
  readonly chance: number;
  readonly incidents: readonly Incident[];
}

/** Each request may be answered at another of ten heights. */
const TEN_HEIGHTS = Array.from({ length: 10 }, (_, index) => index * 2_000);

const incident: fc.Arbitrary<Incident> = fc.record({
  kind: fc.constantFrom(...INCIDENTS),
  at: fc.integer({ min: 1, max: 420 }),
  size: fc.integer({ min: 0, max: 7 }),
});

export const plans: fc.Arbitrary<Plan> = fc.record({
  journey: fc.oneof(
    { arbitrary: fc.constantFrom("forge", "assemble"), weight: 12 },
    { arbitrary: fc.constantFrom("base", "demo", "propose"), weight: 1 },
  ),
  node: fc.nat({ max: NODES.length - 1 }),
  delays: fc.constantFrom([0], [0], [0, 1_500], [0, 700, 9_000], TEN_HEIGHTS),
  keepsOrder: fc.boolean(),
  blockTime: fc.constantFrom(2, 5, 12),
  confirmations: fc.integer({ min: 1, max: 4 }),
  polling: fc.constantFrom(1_000, 4_000),
  maxGasPrice: fc.constantFrom(0, 15, 40, 200),
  agreesToHigherFees: fc.boolean(),
  isAttended: fc.boolean(),
  pause: fc.constantFrom(0, 1, 30, 300),
  chance: fc.nat(),
  incidents: fc.array(incident, { minLength: 1, maxLength: 6, size: "max" }),
});
