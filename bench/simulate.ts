import { setTimeout } from "node:timers/promises";

import { id, ZeroAddress } from "ethers";

import { encodeCall, functionEntry } from "../src/foundation/arc/abi.js";
import { openArcRelease } from "../src/foundation/arc/open-release.js";
import type { Eip1193Provider } from "../src/foundation/chain/provider.js";
import { DirectDeployer } from "../src/engine/execution/deployers/direct-deployer.js";
import { inspectDao } from "../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../src/engine/inspect/reading/attempt.js";
import { migrateBase } from "../src/engine/migration/base.js";
import { migrateDemoTest } from "../src/engine/migration/demo-test.js";
import { askingOnce } from "../src/operations/simulate/chain/fork-boundary.js";
import { isSimulable } from "../src/operations/simulate/find-proposal.js";
import { openSession } from "../src/operations/simulate/session.js";
import { simulateOn } from "../src/operations/simulate/simulate-proposal.js";
import { startAnvil, withNode } from "../test/live/nodes.js";

/*
 * How long it takes to simulate proposals of a DAO on a node in another process: one proposal of a DAO that was already
 * read, and all pending ones on one fork.
 */

const PENDING = Number(process.argv[2] ?? 50);

await withNode(startAnvil(), async (node) => {
  const deployer = await DirectDeployer.create({
    provider: node.provider,
    network: undefined,
    inProcess: false,
  });
  const release = await openArcRelease("rc.57");
  const base = await migrateBase(deployer, release);
  const { Avatar } = await migrateDemoTest(deployer, release, base);
  const propose = functionEntry(
    release.artifact("ContributionReward"),
    "proposeContributionReward",
  );
  for (let made = 4; made < PENDING; made++) {
    const args = [
      Avatar,
      id(String(made)),
      0n,
      [1n, 0n, 0n, 1n, 1n],
      ZeroAddress,
      deployer.account,
    ];
    const data = encodeCall(propose, args);
    const transaction = { from: deployer.account, to: base.ContributionReward, data };
    const params = [transaction];
    const hash = await node.provider.request({ method: "eth_sendTransaction", params });
    // It mines them a little later, and until then an inspection would read an older block.
    while (
      (await node.provider.request({ method: "eth_getTransactionReceipt", params: [hash] })) ===
      null
    ) {
      await setTimeout(5);
    }
  }
  let requests = 0;
  const counting: Eip1193Provider = {
    request: async (call) => {
      requests++;
      return await node.provider.request(call);
    },
  };
  const timed = async (what: string, work: () => Promise<unknown>) => {
    requests = 0;
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(cpu);
    const figures = [
      [(performance.now() - started) / 1000, "s"],
      [(user + system) / 1e6, "s of CPU"],
      [requests, "requests"],
    ] as const;
    const shown = figures.map(([figure, unit]) => {
      return `${figure.toFixed(unit === "requests" ? 0 : 1).padStart(7)} ${unit}`;
    });
    console.log(`${what.padEnd(50)}${shown.join("")}`);
  };
  const once = askingOnce(counting);
  await timed("read the DAO", async () => await inspectDao(once, Avatar));
  await timed("one proposal, the DAO was read before", async () => {
    const session = await openSession(once, Avatar);
    const { proposals } = session.inspection;
    if (isNotRead(proposals)) throw new Error(proposals.notRead);
    await simulateOn(session, proposals.at(-1)!, { alone: true });
    await session.chain.close();
  });
  await timed(`all ${PENDING} that are pending, the DAO was not read before`, async () => {
    const session = await openSession(counting, Avatar);
    const { proposals } = session.inspection;
    if (isNotRead(proposals)) throw new Error(proposals.notRead);
    for (const each of proposals.filter(isSimulable)) {
      await simulateOn(session, each, { alone: true });
    }
    await session.chain.close();
  });
});
