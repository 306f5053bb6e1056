import type { Read } from "../description.js";
import { isNotRead } from "../reading/attempt.js";
import type { Difference, NotCompared } from "./comparison.js";

/** Gathers what differs, and what nobody can know to differ because it was not read. */
export class Collector {
  readonly differences: Difference[] = [];
  readonly notCompared: NotCompared[] = [];

  add(...differences: readonly Difference[]): void {
    this.differences.push(...differences);
  }

  /** Calls `compare` with what was read both times; what was not is noted. */
  both<Value>(
    path: string,
    before: Read<Value>,
    after: Read<Value>,
    compare: (before: Value, after: Value) => void,
  ): void {
    if (!isNotRead(before) && !isNotRead(after)) {
      compare(before, after);
      return;
    }
    const missing = [before, after].filter((each) => isNotRead(each));
    this.notCompared.push({
      path,
      ...(isNotRead(before) && { before: before.notRead }),
      ...(isNotRead(after) && { after: after.notRead }),
      ...(missing.length === 2 &&
        missing.every(({ unknowable }) => unknowable === true) && { unknowable: true }),
    });
  }

  /**
   * Compares values of any shape: members of objects under their names, everything else as a whole.
   * So whatever an inspection comes to hold is compared, also where nothing here knows of it.
   */
  values(path: string, before: unknown, after: unknown): void {
    this.both<unknown>(path, before, after, (was, is) => {
      if (isRecord(was) && isRecord(is)) {
        for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
          this.values(path === "" ? name : `${path}.${name}`, was[name], is[name]);
        }
      } else if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
        was.forEach((each, index) => this.values(`${path}[${index}]`, each, is[index]));
      } else if (!isSame(was, is)) {
        this.add({
          kind: "value",
          path,
          ...(was !== undefined && { before: was }),
          ...(is !== undefined && { after: is }),
        });
      }
    });
  }
}

export function isSame(before: unknown, after: unknown): boolean {
  return textOf(before) === textOf(after);
}

/** The same for the same values, in whichever order their members stand. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(byName)) : each,
  );
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** What both lists have, by key: those of the second first and in its order. */
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

/** What the second list has more than the first. */
export function added<Each>(before: readonly Each[], after: readonly Each[]): readonly Each[] {
  const left = new Map<string, number>();
  for (const each of before) {
    const key = textOf(each);
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return after.filter((each) => {
    const key = textOf(each);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
