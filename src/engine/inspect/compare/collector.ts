import { canonicalJson } from "../../../foundation/support/canonical-json.js";
import { isObject } from "../../../foundation/support/is-object.js";
import type { Inspected } from "../description.js";
import { isNotRead } from "../reading/attempt.js";
import type { Difference, NotCompared } from "./comparison.js";

/**
 * What another contract's token says of itself is not the DAO's, and not compared: anybody can send or promise a DAO a
 * token that has another name in each block, or refuses to say it.
 */
const TOKEN_WORDS = ["name", "symbol", "decimals"];

/** Collects what differs, and what cannot be compared because it was not read. */
export class Collector {
  readonly differences: Difference[] = [];
  readonly notCompared: NotCompared[] = [];

  add(...differences: readonly Difference[]): void {
    this.differences.push(...differences);
  }

  /** Calls `compare` if the value was read both times; otherwise records that it was not compared. */
  both<Value>(
    path: string,
    before: Inspected<Value>,
    after: Inspected<Value>,
    compare: (before: Value, after: Value, collector: Collector) => void,
  ): void {
    if (!isNotRead(before) && !isNotRead(after)) {
      compare(before, after, this);
      return;
    }
    const [was, is] = [before, after].map((each) => (isNotRead(each) ? each : undefined));
    const isUnknowable = was?.unknowable === true && is?.unknowable === true;
    this.notCompared.push({
      path,
      before: was?.notRead,
      after: is?.notRead,
      unknowable: isUnknowable || undefined,
    });
  }

  /**
   * Compares values of any shape: objects by member, everything else as a whole. New parts of an inspection are thus
   * compared without a change here.
   * @param except members that other differences cover
   */
  values(path: string, before: unknown, after: unknown, except: readonly string[] = []): void {
    this.both<unknown>(path, before, after, (was, is) => {
      if (isObject(was) && isObject(is)) {
        const omitted = "address" in is && "decimals" in is ? [...except, ...TOKEN_WORDS] : except;
        for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
          if (!omitted.includes(name)) this.values(`${path}.${name}`, was[name], is[name]);
        }
      } else if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
        was.forEach((each, index) => this.values(`${path}[${index}]`, each, is[index]));
      } else if (!isSame(was, is)) {
        this.add({ kind: "value", path, before: was, after: is });
      }
    });
  }
}

export function isSame(before: unknown, after: unknown): boolean {
  return canonicalJson(before) === canonicalJson(after);
}

/** What both lists contain, by key, in the order of the second list; then what only the first contains. */
export function paired<Each>(
  before: readonly Each[],
  after: readonly Each[],
  keyOf: (each: Each) => string,
): readonly (readonly [key: string, before: Each | undefined, after: Each | undefined])[] {
  const [was, is] = [before, after].map((list) => new Map(list.map((each) => [keyOf(each), each])));
  const gone = [...was!].filter(([key]) => !is!.has(key));
  return [
    ...[...is!].map(([key, each]) => [key, was!.get(key), each] as const),
    ...gone.map(([key, each]) => [key, each, undefined] as const),
  ];
}

/** What the second list contains and the first does not. */
export function added<Each>(before: readonly Each[], after: readonly Each[]): readonly Each[] {
  const left = new Map<string, number>();
  for (const each of before) {
    const key = canonicalJson(each);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return after.filter((each) => {
    const key = canonicalJson(each);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}
