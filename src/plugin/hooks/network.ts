import type { HookContext, NetworkHooks } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";

import { answerFromChain, closeChains, watchChains } from "../../connection/chains.js";
import { setConnectionDefaults } from "../../connection/defaults.js";
import { DaoHelper } from "../dao-helper.js";
import { isolate, watchRequest } from "../../connection/isolation.js";
import { withStackTrace } from "../../connection/stack-traces.js";

/** From this verbosity on (`-vvv`), Hardhat prints calls. */
const TRACES_CALLS = 3;

export default async (): Promise<Partial<NetworkHooks>> => {
  const handlers: Partial<NetworkHooks> = {
    async newConnection<ChainTypeT extends string>(
      context: HookContext,
      next: (nextContext: HookContext) => Promise<NetworkConnection<ChainTypeT>>,
    ) {
      const connection = await next(context);
      const { arcVersion, params, customAbis, stackTraces, avatars } = context.config.dao;
      setConnectionDefaults(connection, {
        projectRoot: context.config.paths.root,
        arcVersion,
        params,
        customAbis,
        stackTraces,
        avatars,
        namesContracts:
          context.globalOptions.verbosity >= TRACES_CALLS ||
          (await context.hooks.hasHandlers("network", "onGasMeasurement")),
      });
      isolate(connection);
      // With the same arguments, `next` opens a connection with the same configuration and overrides.
      watchChains(connection, async () => {
        const twin = await next(context);
        isolate(twin);
        return twin;
      });
      connection.dao = new DaoHelper(connection as NetworkConnection);
      return connection;
    },
    onRequest: async (context, connection, request, next) =>
      await withStackTrace(connection, request, () =>
        answerFromChain(connection, request, () =>
          watchRequest(connection, request, () => next(context, connection, request)),
        ),
      ),
    async closeConnection(context, connection, next) {
      await closeChains(connection);
      await next(context, connection);
    },
  };
  return Promise.resolve(handlers);
};
