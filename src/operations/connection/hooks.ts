import type { HookContext, NetworkHooks } from "hardhat/types/hooks";
import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { madeOnce } from "../../foundation/support/once.js";
import { isolate, watchRequest } from "./isolation.js";

/**
 * What fixtures need on every connection: isolation, and stacks that name Arc's contracts.
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
      await withStackTrace(
        connection,
        request,
        async () =>
          await watchRequest(connection, request, () => next(context, connection, request)),
      ),
  };
}

const releases = new WeakMap<object, Set<ArcRelease>>();

export function recordRelease(connection: object, release: ArcRelease): void {
  madeOnce(releases, connection, () => new Set()).add(release);
}

/**
 * Forwards a request. If it reverts in an Arc contract, which Hardhat did not compile, the error's stack names it.
 */
export async function withStackTrace(
  connection: NetworkConnection<string>,
  request: JsonRpcRequest,
  pass: () => Promise<JsonRpcResponse>,
): Promise<JsonRpcResponse> {
  try {
    return await pass();
  } catch (error) {
    const known = releases.get(connection);
    if (known !== undefined) {
      // Loaded on demand: most runs have no revert in a fixture, or nobody reads its stack.
      const { explainRevert } = await import("./explain-revert.js");
      // The test must see the original error, even if explaining it fails.
      await explainRevert(error, request, connection, [...known]).catch(() => {});
    }
    throw error;
  }
}
