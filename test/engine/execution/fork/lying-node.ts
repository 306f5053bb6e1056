import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { randomNumbers } from "../../../random-numbers.js";

/** Methods that a lie may be about. */
const LIES = [
  ...["eth_getProof", "eth_getCode", "eth_getLogs", "eth_getBlockByNumber", "eth_getBlockByHash"],
  "eth_call",
];

/** A node that changes some answers: a digit of a value, or a list that lacks an entry or has one twice. */
export function lyingNode(node: Eip1193Provider, seed: number) {
  const random = randomNumbers(seed);
  const about = LIES[Math.floor(random() * LIES.length)]!;
  // Some lie once, others often.
  let left = random() < 0.5 ? 1 + Math.floor(random() * 40) : Infinity;
  const told: string[] = [];
  const provider: Eip1193Provider = {
    async request(asked) {
      const answer = await node.request(asked);
      if (asked.method !== about || random() > 0.3 || left <= 0) return answer;
      const changed = changedBy(structuredClone(answer), random);
      if (JSON.stringify(changed) === JSON.stringify(answer)) return answer;
      left--;
      told.push(asked.method);
      return changed;
    },
  };
  return { provider, told };
}

function changedBy(value: unknown, random: () => number): unknown {
  const pick = (length: number): number => Math.floor(random() * length);
  if (typeof value === "string" && value.length > 2) {
    const place = 2 + pick(value.length - 2);
    return value.slice(0, place) + pick(16).toString(16) + value.slice(place + 1);
  }
  if (Array.isArray(value)) {
    const place = pick(value.length);
    if (value.length === 0 || random() < 0.3) return value.toSpliced(place, 1);
    return value.with(place, changedBy(value[place], random));
  }
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value);
  const name = names[pick(names.length)]!;
  return { ...value, [name]: changedBy((value as Record<string, unknown>)[name], random) };
}
