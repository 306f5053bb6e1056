import { expect } from "chai";
import { parseEther, ZeroAddress } from "ethers";

import { inspectionDocument } from "../../../src/output/describe/inspection.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import { withBase } from "../migration/with-base.js";
import { CORE, makeDxDaoShape, UNKNOWN_CODE } from "./dxdao-shape.js";
import { expectInspected, proposalOf, schemeOf, wasRead } from "./raw-calls.js";
import { Dao, onDao } from "./raw-dao.js";

describe("DAOs set up like real ones", () => {
  it("are read if core and schemes come from three releases, with two machines (dxDAO)", async () => {
    await withBase(CORE, async (chain) => {
      const { base, read } = chain;
      const shape = await makeDxDaoShape(chain);
      const { dao, rc36, rc41, machine, params, generic, competition, stranger } = shape;
      const { Avatar, Controller, NativeToken } = dao;
      const raw = new Dao(chain, dao);
      const [account, second] = raw.accounts as [string, string];

      const first = await raw.ask(undefined, { description: "of the first release" });
      const data = raw.encode("DAOToken", "transfer", [second, 5n]);
      const called = ["GenericScheme", generic, "proposeCall", [data, 0n, "a call"], rc36] as const;
      const call = await raw.propose(...called);
      const start = (await raw.now()) + 10;
      const times = [start, start + 10, start + 100, 1, start + 50];
      const asked = await raw.propose(
        "Competition",
        competition,
        "proposeCompetition",
        ["a prize", 0n, [0n, 3n, 0n], ZeroAddress, [100], times, true],
        rc41,
      );
      await raw.send("GenesisProtocol", machine, "propose", [2n, params, account, Avatar], {
        from: 9,
      });
      await raw.send("DAOToken", NativeToken, "approve", [machine, parseEther("1")]);
      await raw.send("GenesisProtocol", machine, "stake", [call, 1n, 7n]);

      const found = await raw.inspect(Avatar);
      const releases = ["0.0.1-rc.19", "0.0.1-rc.36", "0.0.1-rc.41"];
      expectInspected({
        releases: found.schemes.map(({ contract: { name, releases: of = [] } }) => {
          return [name ?? "?", ...releases.filter((each) => of.includes(each))].join(" ");
        }),
        found,
      });
      for (const { contract, permissions } of found.schemes) {
        const kept = [contract.address, Avatar];
        expect(permissions.bytes).to.equal(
          await read("Controller", Controller, "getSchemePermissions", ...kept),
        );
      }
      expect(proposalOf(found, first).votingMachine).to.equal(base.GenesisProtocol);
      expect(proposalOf(found, call).votingMachine).to.equal(machine);
      expect(wasRead(proposalOf(found, asked).competition).contract).to.equal(competition);
      // No node can ever know, so a nightly comparison need not fail because of it.
      expect(schemeOf(found, stranger).parameters).to.have.property("unknowable", true);
      // Only what depends on the stranger's unknown code is missing.
      const known = { ...found, schemes: [] as unknown[], proposals: [] as unknown[] };
      known.schemes = found.schemes.filter(({ contract }) => contract.address !== stranger);
      known.proposals = wasRead(found.proposals).filter(({ scheme }) => scheme !== stranger);
      expect(JSON.stringify(known)).to.not.include("notRead");
      expect(toTerminal(inspectionDocument(found, { name: "private" }))).to.match(
        new RegExp(`! not known who decides for ${stranger}: the code of .* is not Arc's`),
      );
    });
  });

  it("are read if their creator was never unregistered (xDXdao)", async () => {
    await onDao(
      async (raw) => {
        const [account, , , deployer, invalid] = raw.accounts as [
          string,
          string,
          string,
          string,
          string,
        ];
        await raw.request("hardhat_setCode", [deployer, UNKNOWN_CODE]);
        await raw.register(deployer, "0x0000001f");
        await raw.register(invalid, "0x00000001");
        const found = await raw.inspect(raw.dao.Avatar);
        expect(found.releases).to.include("0.0.1-rc.47");
        const told = (address: string | undefined) => {
          const { contract, permissions, registered, history } = schemeOf(found, address!);
          return [contract.code, permissions.bytes, registered, history[0]?.how];
        };
        expect(told(account)).to.deep.equal(["account", "0x0000001f", true, "controller"]);
        expect(told(deployer)).to.deep.equal(["unknown", "0x0000001f", true, "scheme"]);
        expect(told(invalid)).to.deep.equal(["account", "0x00000001", true, "scheme"]);
        const text = toTerminal(inspectionDocument(found, { name: "private" }));
        for (const line of [
          `! ${account} alone, as the scheme itself: mint and pay, register schemes, .*call`,
          `! ${invalid} alone, as the scheme itself: mint and pay\n`,
          `! not known who decides for ${deployer}: the code of .* is not Arc's`,
        ]) {
          expect(text).to.match(new RegExp(line));
        }
      },
      { version: "rc.47" },
    );
  });
});
