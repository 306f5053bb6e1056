import { formatUnits } from "ethers";
import { z } from "zod/v4";

import { permissionBytes } from "../../../foundation/arc/permissions.js";
import type { Inspection, Inspected } from "../../../engine/inspect/description.js";
import { attempt, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { readDecimals } from "../../../engine/inspect/reading/foreign-contracts.js";
import { UsageError } from "../../../foundation/support/errors.js";
import { FORMATS } from "../../../foundation/support/formats.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import { ADDRESS, inWei, issuesOf } from "../given-values.js";
import type { ExpectationResult } from "../simulation.js";
import { expectationVerdict } from "./verdicts.js";

const amount = z.string().regex(/^\d{1,40}(\.\d{1,36})?$/);
/** `ether`, `reputation`, or the address of a token. */
const currency = z.union([z.literal("ether"), z.literal("reputation"), ADDRESS]);

const EXPECTATIONS = z
  .array(
    z.union(
      [
        z.strictObject({ treasury: currency, fallsByAtMost: amount }),
        z.strictObject({ noSchemeGains: z.string().regex(FORMATS.FourBytes) }),
        z.strictObject({
          balanceOf: ADDRESS,
          of: currency,
          before: amount.optional(),
          after: amount.optional(),
        }),
      ],
      {
        // The union's own error would list all three alternatives, although only one was meant.
        error:
          "expected { treasury, fallsByAtMost }, { noSchemeGains } or { balanceOf, of, before, after }; treasury and of are ether, reputation or an address, noSchemeGains is 4 bytes, and amounts are text, such as 1.5",
      },
    ),
  )
  .min(1, "it is empty, so nothing would be expected");

/** Assertions on the DAO before and after. Amounts are in whole units, as decimal text. */
export type Expectations = z.output<typeof EXPECTATIONS>;

/**
 * Checks assertions.
 * @param where their source, for the error
 * @throws UsageError that lists all problems
 */
export function parseExpectations(value: unknown, where: string): Expectations {
  const parsed = EXPECTATIONS.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `${where} is not a list of expectations: ${issuesOf(parsed.error).join("; ")}. See docs/simulate.md for their format.`,
  );
}

/** The states to compare after the proposal was carried out. */
export interface Ends {
  readonly chain: ForkedChain;
  readonly before: Inspection;
  readonly after: Inspected<Inspection>;
}

/** Checks each expectation on the fork as it is now. */
export async function judgeExpectations(
  expectations: Expectations,
  ends: Ends,
): Promise<readonly ExpectationResult[]> {
  return await Promise.all(
    expectations.map(async (expectation): Promise<ExpectationResult> => {
      const expected = JSON.stringify(expectation);
      const found = await attempt(() => wrongWith(expectation, ends));
      return { expected, ...expectationVerdict(found) };
    }),
  );
}

/** @returns what was found instead; undefined if the expectation is met */
async function wrongWith(
  expectation: Expectations[number],
  ends: Ends,
): Promise<string | undefined> {
  const { before, after } = ends;
  if ("noSchemeGains" in expectation) {
    if (isNotRead(after)) throw new Error(after.notRead);
    const bits = BigInt(expectation.noSchemeGains);
    const gains = after.schemes.flatMap(({ contract, permissions, registered }) => {
      const had = before.schemes.find((each) => each.contract.address === contract.address);
      const gained = BigInt(permissions.bytes) & ~BigInt(had?.permissions.bytes ?? 0) & bits;
      if (!registered || gained === 0n) return [];
      return `${contract.address} gains ${permissionBytes(gained)}`;
    });
    return gains.join("; ") || undefined;
  }
  if ("treasury" in expectation) {
    const { treasury, fallsByAtMost } = expectation;
    const { was, is, decimals } = await balancesOf(ends, before.avatar.address, treasury);
    if (was - is <= inWei(fallsByAtMost, decimals)) return undefined;
    return `it falls by ${formatUnits(was - is, decimals)}`;
  }
  const { was, is, decimals } = await balancesOf(ends, expectation.balanceOf, expectation.of);
  const wrong = (["before", "after"] as const).flatMap((when) => {
    const [wanted, value] = [expectation[when], when === "before" ? was : is];
    if (wanted === undefined || inWei(wanted, decimals) === value) return [];
    return `it is ${formatUnits(value, decimals)} ${when}`;
  });
  return wrong.join(", ") || undefined;
}

async function balancesOf(
  { chain, before }: Ends,
  account: string,
  of: string,
): Promise<{ readonly was: bigint; readonly is: bigint; readonly decimals: number }> {
  const first = before.block.number;
  if (of === "ether") {
    const [was, is] = await Promise.all([chain.balance(account, first), chain.balance(account)]);
    return { was, is, decimals: 18 };
  }
  const isReputation = of === "reputation";
  const token = isReputation ? before.reputation.contract.address : of;
  const balance = async (block?: number): Promise<bigint> =>
    (await chain.token(token, block).value("balanceOf", account)) as bigint;
  const decimals = isReputation ? 18 : await readDecimals(chain.token(token));
  const [was, is] = await Promise.all([balance(first), balance()]);
  return { was, is, decimals };
}
