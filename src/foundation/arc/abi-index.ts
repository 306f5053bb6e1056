import type { EventFragment, FunctionFragment, Interface } from "ethers";

import { madeOnce } from "../support/once.js";

/** An ABI's events and functions, by topic and selector. */
interface Index {
  readonly events: ReadonlyMap<string, EventFragment>;
  readonly functions: ReadonlyMap<string, FunctionFragment>;
}

const indexes = new WeakMap<Interface, Index>();

/** The event with a topic. The Interface's own search hashes all of its events again each time. */
export function eventByTopic(abi: Interface, topic: string): EventFragment | undefined {
  return indexOf(abi).events.get(topic);
}

export function functionBySelector(abi: Interface, selector: string): FunctionFragment | undefined {
  return indexOf(abi).functions.get(selector);
}

/** Topics of the events with one of these names, in the order of the names. */
export function topicsOf(abi: Interface, names: readonly string[]): readonly string[] {
  const events = [...indexOf(abi).events];
  return names.flatMap((wanted) =>
    events.flatMap(([topic, { name }]) => (name === wanted ? [topic] : [])),
  );
}

function indexOf(abi: Interface): Index {
  return madeOnce(indexes, abi, () => {
    const events = new Map<string, EventFragment>();
    const functions = new Map<string, FunctionFragment>();
    abi.forEachEvent((event) => {
      if (!event.anonymous) events.set(event.topicHash, event);
    });
    abi.forEachFunction((each) => functions.set(each.selector, each));
    return { events, functions };
  });
}
