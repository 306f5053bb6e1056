import { TestChainServer } from "../../src/test-chain/server/server.js";

/** The demo DAO of the recording, served: it takes no time to make. `close` ends it. */
export async function serveDemo() {
  const server = new TestChainServer();
  const { port } = await server.listen(0);
  const { test } = await server.result();
  return {
    url: `http://127.0.0.1:${port}`,
    avatar: test!.Avatar,
    /** A pending proposal. */
    queued: test!.queuedProposalId,
    close: async () => await server.close(),
  };
}
