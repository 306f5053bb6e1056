import type { HookContext, NetworkHooks } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";

import { isolate, watchRequest } from "./isolation.js";

/**
 * What fixtures need on every connection: isolation.
 * @param onOpen called with each new connection
 */
export function connectionHooks(
  onOpen: (context: HookContext, connection: NetworkConnection) => void = () => {},
): Partial<NetworkHooks> {
  return {
    async newConnection<ChainTypeT extends string>(
      context: HookContext,
      next: (nextContext: HookContext) => Promise<NetworkConnection<ChainTypeT>>,
    ) {
      const connection = await next(context);
      isolate(connection);
      onOpen(context, connection as NetworkConnection);
      return connection;
    },
    onRequest: async (context, connection, request, next) =>
      await watchRequest(connection, request, () => next(context, connection, request)),
  };
}
