import type { Warning } from "../support/warning.js";
import type { DaoParameters, FunctionCall } from "./parameters.js";

/** 3 March 5138 in seconds. A later time must be in milliseconds by mistake. */
export const LATEST_TIME = 100_000_000_000n;

/** Parameters of Arc's contracts that are points in time, in seconds. */
const MOMENT = /^_?(start|(locking|claiming|auctions|activation)(Start|End)|redeemEnable)Time$/;

/**
 * Warns of times that make a scheme unusable: locking, claiming or an auction that ends before the DAO exists, and
 * times in milliseconds.
 * @param now UNIX time in seconds
 */
export function timeCautions(
  { customSchemes, standAloneContracts }: DaoParameters,
  now: bigint,
): Warning[] {
  return [...customSchemes, ...standAloneContracts].flatMap((contract): Warning[] => {
    const values = valuesOf(contract);
    const name = contract.alias ?? contract.name;
    const late = [...values].find(([key, value]) => MOMENT.test(key) && value >= LATEST_TIME);
    if (late !== undefined) {
      const message = `${late[0]} of ${name} is ${late[1]}, which looks like milliseconds. Use seconds.`;
      return [{ code: "time-in-milliseconds", message }];
    }
    const end = endOfUse(values);
    if (end === undefined || end > now) return [];
    const day = new Date(Number(end) * 1000).toISOString().slice(0, 10);
    const message =
      `${name} can never be used: by the times in its params, it ended on ${day}. ` +
      "Use later times.";
    return [{ code: "time-in-the-past", message }];
  });
}

/** Whole numbers among the arguments, by the names of the function's parameters. */
function valuesOf({ abi, args = [] }: Partial<FunctionCall>): ReadonlyMap<string, bigint> {
  const names = (abi?.inputs ?? []).map(({ name }) => name);
  // The names include the avatar if the migration adds it as the first argument.
  const own = names.slice(names.length - args.length);
  return new Map(
    args.flatMap((value, index) => (typeof value === "bigint" ? [[own[index] ?? "", value]] : [])),
  );
}

/** When it is no longer possible to lock, claim or bid; undefined if that never ends. */
function endOfUse(values: ReadonlyMap<string, bigint>): bigint | undefined {
  const end = [...values].find(([name]) => /EndTime$/.test(name))?.[1];
  if (end !== undefined && end > 0n) return end;
  return (
    endOf(values, "_startTime", "_batchTime", "_batchesIndexCap") ??
    endOf(values, "_auctionsStartTime", "_auctionPeriod", "_numberOfAuctions")
  );
}

function endOf(
  values: ReadonlyMap<string, bigint>,
  ...names: readonly [start: string, period: string, count: string]
): bigint | undefined {
  const [start, period, count] = names.map((name) => values.get(name));
  if (start === undefined || period === undefined || count === undefined) return undefined;
  return start + period * count;
}
