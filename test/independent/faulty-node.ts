import type { Node } from "./raw-chain.js";

interface Log {
  readonly blockNumber: string;
}

/** What a node that serves less than all does to an answer with events. */
const FAULTS: Readonly<Record<string, (logs: readonly Log[], head: number) => readonly Log[]>> = {
  /** A back end that is three blocks behind answers. */
  lags: (logs, head) => logs.filter(({ blockNumber }) => Number(blockNumber) <= head - 3),
  cuts: (logs) => logs.slice(0, 5),
  forgets: () => [],
};

/** A node that leaves out events in a share of its answers, without an error. */
export function faultyNode(
  node: Node,
  fault: string,
  { share, next }: { readonly share: number; readonly next: () => number },
): Node {
  return {
    request: async (request) => {
      const answer = await node.request(request);
      if (request.method !== "eth_getLogs" || next() >= share) return answer;
      const head = Number(await node.request({ method: "eth_blockNumber" }));
      return FAULTS[fault]!(answer as readonly Log[], head);
    },
  };
}
