import type { HookContext, NetworkHooks } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";

import { isolate, watchRequest } from "./isolation.js";
import { withStackTrace } from "./stack-traces.js";

export default async (): Promise<Partial<NetworkHooks>> => {
  const handlers: Partial<NetworkHooks> = {
    async newConnection<ChainTypeT extends string>(
      context: HookContext,
      next: (nextContext: HookContext) => Promise<NetworkConnection<ChainTypeT>>,
    ) {
      const connection = await next(context);
      isolate(connection);
      return connection;
    },
    onRequest: async (context, connection, request, next) =>
      await withStackTrace(connection, request, () =>
        watchRequest(connection, request, () => next(context, connection, request)),
      ),
  };
  return Promise.resolve(handlers);
};
