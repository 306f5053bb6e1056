import type { Eip1193Provider } from "../../chain/provider.js";
import { runsOf } from "../../support/runs-of.js";
import { endOf } from "./end.js";
import type { Recording } from "./recording.js";

/**
 * Repeats a recorded migration on a new chain.
 * @throws Error if a request fails, or if the chain ends in another state
 */
export async function replay(
  provider: Eip1193Provider,
  { requests, end }: Pick<Recording, "requests" | "end">,
): Promise<void> {
  const hashes: unknown[] = [];
  for (const alike of runsOf(requests, ({ method }) => method)) {
    // Sent at once: the chain handles requests of one method in order.
    const answers = await Promise.all(alike.map((request) => provider.request(request)));
    if (alike[0]?.method.startsWith("eth_send") === true) hashes.push(...answers);
  }
  if ((await endOf(provider, hashes)) === end) return;
  throw new Error("The recorded transactions produced a different chain.");
}
