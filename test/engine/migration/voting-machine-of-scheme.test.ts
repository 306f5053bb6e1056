import { expect } from "chai";
import { ZeroAddress } from "ethers";

import type { RawArgument } from "../../../src/foundation/params/file/migration-parameters.js";
import { rejection } from "../../rejection.js";
import { SMALL_DAO, withBase } from "./with-base.js";

const TARGET = "0x1111111111111111111111111111111111111111";

describe("the voting machine of a custom scheme", () => {
  it("is the one that has its vote parameters, or nothing is sent", async () => {
    await withBase("rc.57", async ({ make, base, read, deployer }) => {
      const made = async (machine: RawArgument) =>
        await make({
          ...SMALL_DAO,
          VotingMachinesParams: [{ AbsoluteVote: { votePerc: 50, voteOnBehalf: ZeroAddress } }],
          CustomSchemes: [
            {
              ...{ name: "GenericScheme", fromArc: true, permissions: "0x00000010" },
              params: [machine, { voteParams: 0 }, TARGET],
            },
          ],
        });
      for (const machine of [{ votingMachine: 0 }, base.AbsoluteVote]) {
        const { address } = (await made(machine)).dao.Schemes[0]!;
        const hash = await read("GenericScheme", address, "voteParams");
        const [precReq] = (await read("AbsoluteVote", base.AbsoluteVote, "parameters", hash)) as [
          bigint,
        ];
        expect(precReq).to.equal(50n);
        expect(await read("GenericScheme", address, "votingMachine")).to.equal(base.AbsoluteVote);
      }
      const count = deployer.stepCount;
      const { message } = await rejection(made(base.GenesisProtocol));
      expect(message).to.include("its vote parameters are of AbsoluteVote");
      expect(deployer.stepCount).to.equal(count);
    });
  });
});
