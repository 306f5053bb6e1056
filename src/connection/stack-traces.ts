import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

import type { ArcRelease } from "../arc/artifact.js";

const releases = new WeakMap<object, Set<ArcRelease>>();

/** Records that a connection has contracts of a release. */
export function noteRelease(connection: object, release: ArcRelease): void {
  const known = releases.get(connection) ?? new Set();
  releases.set(connection, known.add(release));
}

/**
 * Forwards a request. If it reverts in an Arc contract, which Hardhat did not compile, the error's stack names the
 * contract and, if the project wants it, the file and line.
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
