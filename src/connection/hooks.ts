import type { HookContext, NetworkHooks } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";

import { chainsBehind, watchChains } from "./chains.js";
import { isolate, watchRequest } from "./isolation.js";
import { withStackTrace } from "./stack-traces.js";

/**
 * What fixtures need on every connection: isolation, further chains, and stacks that name Arc's contracts.
 * @param onOpen called with each new connection
 */
export function connectionHooks(
  onOpen: (context: HookContext, connection: NetworkConnection) => Promise<void> = async () => {},
): Partial<NetworkHooks> {
  return {
    async newConnection<ChainTypeT extends string>(
      context: HookContext,
      next: (nextContext: HookContext) => Promise<NetworkConnection<ChainTypeT>>,
    ) {
      const connection = await next(context);
      isolate(connection);
      // With the same arguments, `next` opens a connection with the same configuration and overrides.
      watchChains(connection, async () => {
        const twin = await next(context);
        isolate(twin);
        return twin;
      });
      await onOpen(context, connection as NetworkConnection);
      return connection;
    },
    onRequest: async (context, connection, request, next) =>
      await withStackTrace(connection, request, async () => {
        const pass = () =>
          watchRequest(connection, request, () => next(context, connection, request));
        return (await chainsBehind(connection)?.answer(request, pass)) ?? (await pass());
      }),
    async closeConnection(context, connection, next) {
      await chainsBehind(connection)?.close();
      await next(context, connection);
    },
  };
}
