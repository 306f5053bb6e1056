import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { warnOfUselessVotes } from "../../../src/engine/migration/warn-of-useless-votes.js";
import type { DaoParameters } from "../../../src/foundation/params/parameters.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import type { Warning } from "../../../src/foundation/support/warning.js";
import { fakeDeployer } from "./fake-deployer.js";
import { materialsOf } from "./with-base.js";

const MACHINE = `0x${"11".repeat(20)}`;
const NOTHING = `0x${"22".repeat(20)}`;
const UNKNOWN = `0x${"ab".repeat(32)}`;
const KNOWN = `0x${"cd".repeat(32)}`;
const release = await openArcRelease("rc.57");

async function warnings(schemes: object, hashes: readonly string[] = []): Promise<string[]> {
  const messages: string[] = [];
  const { deployer } = fakeDeployer({
    code: (address) => (address === MACHINE ? "0x60" : "0x"),
    read: (_name, [hash]) => [hash === KNOWN ? 50n : 0n],
  });
  const parameters = {
    schemes,
    votingMachinesParams: hashes.map((votingParamsHash) => ({ votingParamsHash })),
  } as unknown as DaoParameters;
  const warning = { ...deployer, warn: ({ message }: Warning) => messages.push(message) };
  const base = { GenesisProtocol: MACHINE } as BaseResult;
  await warnOfUselessVotes(materialsOf({ deployer: warning, release, base }, parameters));
  return messages.map((message) => message.split(",")[0]!);
}

describe("votes that are useless", () => {
  it("are a preset that GenesisProtocol does not have, unless another machine has it", async () => {
    const none = `GenesisProtocol ${MACHINE} has no vote parameters under the hash ${UNKNOWN}`;
    expect(await warnings({}, [KNOWN, UNKNOWN])).to.deep.equal([
      `VotingMachinesParams[1]: ${none}`,
    ]);
    const elsewhere = { ContributionReward: [{ voteParams: 0, votingMachine: MACHINE }] };
    expect(await warnings(elsewhere, [UNKNOWN])).to.deep.equal([]);
  });

  it("are those of a voting machine without code; so is a target without code", async () => {
    const GenericScheme = [
      { voteParams: 0, votingMachine: MACHINE, targetContract: MACHINE },
      { voteParams: 0, votingMachine: NOTHING, targetContract: NOTHING },
      { voteParams: 0, targetContract: { standAloneContract: 0 } },
    ];
    const none = `there is no contract at ${NOTHING} on this chain`;
    expect(await warnings({ GenericScheme })).to.deep.equal([
      `GenericScheme[1].votingMachine: ${none}`,
      `GenericScheme[1].targetContract: ${none}`,
    ]);
  });
});
