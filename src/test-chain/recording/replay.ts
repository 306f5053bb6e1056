import type { Eip1193Provider } from "../../chain/provider.js";
import { endOf } from "./end.js";
import type { Recorded, Recording } from "./recording.js";

/**
 * Makes a recorded migration again, on a fresh chain.
 * @throws Error if a request fails, or the chain does not become what it was
 */
export async function replay(
  provider: Eip1193Provider,
  { requests, end }: Pick<Recording, "requests" | "end">,
): Promise<void> {
  const hashes: unknown[] = [];
  for (const alike of groupsOf(requests)) {
    // All at once: the chain handles requests of one method in their order.
    const answers = await Promise.all(alike.map((request) => provider.request(request)));
    if (alike[0]?.method.startsWith("eth_send") === true) hashes.push(...answers);
  }
  if ((await endOf(provider, hashes)) === end) return;
  throw new Error("The recorded transactions produced a different chain.");
}

/** Requests that follow each other and are of one method. */
function groupsOf(requests: readonly Recorded[]): Recorded[][] {
  const groups: Recorded[][] = [];
  for (const request of requests) {
    const last = groups.at(-1);
    if (last?.[0]?.method === request.method) last.push(request);
    else groups.push([request]);
  }
  return groups;
}
