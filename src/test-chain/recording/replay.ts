import type { Eip1193Provider } from "../../chain/provider.js";
import { runsOf } from "../../support/runs-of.js";
import { endOf } from "./end.js";
import type { Recording } from "./recording.js";

/**
 * Makes a recorded migration again, on a fresh chain.
 * @throws Error if a request fails, or the chain does not become what it was
 */
export async function replay(
  provider: Eip1193Provider,
  { requests, end }: Pick<Recording, "requests" | "end">,
): Promise<void> {
  const hashes: unknown[] = [];
  for (const alike of runsOf(requests, ({ method }) => method)) {
    // All at once: the chain handles requests of one method in their order.
    const answers = await Promise.all(alike.map((request) => provider.request(request)));
    if (alike[0]?.method.startsWith("eth_send") === true) hashes.push(...answers);
  }
  if ((await endOf(provider, hashes)) === end) return;
  throw new Error("The recorded transactions produced a different chain.");
}
