import type { NetworkConnection } from "hardhat/types/network";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

import type { ArcRelease } from "../arc/artifact.js";

const releases = new WeakMap<object, Set<ArcRelease>>();

/** Says that a connection has contracts of a release. */
export function noteRelease(connection: object, release: ArcRelease): void {
  const known = releases.get(connection) ?? new Set();
  releases.set(connection, known.add(release));
}

/**
 * Forwards a request. Where it reverts in a contract of Arc, which Hardhat did not compile, the error's
 * stack says in which one, and where the project wants it, in which line of which file.
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
      // Loaded only here: most runs have no revert in a fixture, or none whose stack is read.
      const { explainRevert } = await import("./explain-revert.js");
      // Whatever goes wrong with its stack, the test has to see this error.
      await explainRevert(error, request, connection, [...known]).catch(() => {});
    }
    throw error;
  }
}
