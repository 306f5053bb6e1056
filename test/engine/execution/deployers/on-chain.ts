import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { DirectDeployer } from "../../../../src/engine/execution/deployers/direct-deployer.js";
import type { PerformedEvent } from "../../../../src/engine/execution/steps/event.js";
import { openChain } from "../../../simulated-chain.js";
import type { OpenChain } from "../../../../src/test-chain/connection.js";
import { closing } from "../../../closing.js";

type ChainConfig = Parameters<typeof openChain>[0];
type DeployerOptions = Partial<Parameters<typeof DirectDeployer.create>[0]>;

/** Runs with a new chain, a deployer on it, and the list of the deployer's requests. */
export async function onChain(
  config: ChainConfig,
  options: DeployerOptions,
  run: (parts: {
    deployer: DirectDeployer;
    connection: OpenChain;
    requests: { method: string; params?: unknown[] }[];
    events: PerformedEvent[];
  }) => Promise<void>,
): Promise<void> {
  await using connection = closing(await openChain(config));
  const requests: { method: string; params?: unknown[] }[] = [];
  const events: PerformedEvent[] = [];
  const provider: Eip1193Provider = {
    async request(request) {
      requests.push(request);
      return await connection.provider.request(request);
    },
  };
  const deployer = await DirectDeployer.create({
    provider,
    inProcess: true,
    onEvent: (event) => {
      if (event.type === "performed") events.push(event);
    },
    ...options,
  });
  await run({ deployer, connection, requests, events });
}

/** Sends a request directly to the chain. */
export async function send(
  { provider }: OpenChain,
  method: string,
  ...params: unknown[]
): Promise<unknown> {
  return await provider.request({ method, params });
}
