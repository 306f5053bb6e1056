import { expect } from "chai";

import { knownAbi } from "../../../../src/foundation/arc/known-abis.js";
import type { BlockReader } from "../../../../src/engine/inspect/reading/block-reader.js";
import { Contract } from "../../../../src/engine/inspect/reading/contract.js";
import { readVoteRules } from "../../../../src/engine/inspect/schemes/vote-rules.js";
import { expectRecorded } from "../../../recorded.js";
import { rejected, rejection } from "../../../rejection.js";

const ADDRESS = `0x${"1".repeat(40)}`;
const HASH = `0x${"2".repeat(64)}`;
const NOBODY = `0x${"0".repeat(40)}`;

/** Reads the rules from a machine that returns the same values for every hash. */
async function rulesOf(name: string, values: readonly unknown[]): Promise<unknown> {
  const abi = knownAbi(name)!;
  const call = async (): Promise<string> =>
    await Promise.resolve(abi.encodeFunctionResult("parameters", [...values]));
  const reader = { call } as unknown as BlockReader;
  const described = { address: ADDRESS, code: "arc" as const, name };
  return await readVoteRules(new Contract(reader, ADDRESS, abi), described, HASH);
}

/** Returns raw parameters (2.5 hours, 1 day, ...) that all differ, so that a mixed-up field shows. */
function genesis(thresholdConst: bigint): readonly unknown[] {
  const ether = 10n ** 18n;
  return [
    60n,
    9000n,
    86_400n,
    7200n,
    thresholdConst,
    12n,
    600n,
    ether / 2n,
    4n,
    150n * ether,
    10n,
    7n,
    NOBODY,
  ];
}

describe("readVoteRules", () => {
  it("returns GenesisProtocol's numbers in the words and units of a parameters file", async () => {
    expectRecorded(await rulesOf("GenesisProtocol", genesis((1200n * 2n ** 40n) / 1000n)));
  });

  it("returns every threshold of a file, and more digits for one that no file can express", async () => {
    const threshold = async (stored: bigint) => {
      const { GenesisProtocol } = (await rulesOf("GenesisProtocol", genesis(stored))) as {
        GenesisProtocol: { thresholdConst: string };
      };
      return GenesisProtocol.thresholdConst;
    };
    for (const wanted of [1001n, 1050n, 1333n, 2000n, 15_999n, 16_000n]) {
      expect(await threshold((wanted * 2n ** 40n) / 1000n)).to.equal(String(wanted));
    }
    expect(await threshold(2n ** 40n + 1n)).to.match(/^1000\.0000000009/);
  });

  it("says so if nothing is stored under the hash, or the machine is unknown", async () => {
    await rejected(rulesOf("AbsoluteVote", [0n, NOBODY]), /has nothing under this hash/);
    const described = { address: ADDRESS, code: "unknown" as const };
    const unknown = await rejection(readVoteRules(undefined, described, HASH));
    expect(unknown.message).to.equal(`the voting machine ${ADDRESS} is of unknown code`);
  });
});
