import { expect } from "chai";

import { RpcError } from "../../src/foundation/chain/rpc-error.js";
import { NotRehearsedError } from "../../src/foundation/support/errors.js";
import { daoMigrateHere } from "../interfaces/cli/command.js";
import { rejection } from "../rejection.js";
import { withProxy, type Fault, type Faults } from "./faulty-proxy.js";
import {
  before,
  deployerOf,
  expectAsInProcess,
  migrate,
  nonceOf,
  reference,
  sendFrom,
} from "./support.js";
import { OLD_STATE, without } from "./without.js";
import { itOnAnvil as it } from "./prepared.js";

describe("a chain that cannot be forked", () => {
  it("because its node returns no storage, is recognised in the middle of the rehearsal", async (node, output) => {
    await migrate(node, { output, sections: ["base"] });
    const notes: string[] = [];
    await migrate(node, {
      output,
      sections: ["dao", "test"],
      provider: without(node, /^eth_getStorageAt/),
      allowUnrehearsed: true,
      onNote: (note) => notes.push(note),
    });
    expect(notes).to.have.length(1);
    expect(notes[0]).to.include("cannot be forked for a rehearsal (eth_getStorageAt");
    await expectAsInProcess(node, output, await reference(node.mnemonic));
  });
});

describe("a chain that cannot be rehearsed", () => {
  const REFUSED: Fault = { kind: "error", code: -32601, message: "method not available" };
  const onlyLatest: Faults = ({ method, params }) =>
    OLD_STATE.test(`${method} ${String(params.at(-1))}`) ? REFUSED : undefined;
  const command = async (url: string, folder: string, ...flags: string[]) =>
    await daoMigrateHere(["base", "-p", url, "-o", "migration.json", ...flags], { cwd: folder });

  it("gets nothing with --disable-confs or --force alone, and everything with --allow-unrehearsed", async (node, _output, folder) => {
    await withProxy(node.url, onlyLatest, async (url) => {
      const { address } = deployerOf(node.mnemonic);
      for (const flag of ["--disable-confs", "--force"]) {
        const { code, stderr } = await command(url, folder, flag);
        expect(code).to.equal(1);
        expect(stderr).to.match(
          /cannot be rehearsed on this chain \(.*method not available\).* No new transactions were sent\. .*--allow-unrehearsed/,
        );
      }
      expect(await nonceOf(node.provider, address)).to.equal(0);
      const allowed = await command(url, folder, "--disable-confs", "--allow-unrehearsed");
      expect(allowed.code, allowed.stderr).to.equal(0);
      expect(await nonceOf(node.provider, address)).to.be.above(20);
    });
  });

  it("stops halfway, too", async (node, output) => {
    let isRefusing = false;
    const provider = before(without(node, /^none$/), async ({ method, params = [] }) => {
      if (isRefusing && OLD_STATE.test(`${method} ${String(params.at(-1))}`)) {
        throw new RpcError(method, { code: -32601, message: "not available" });
      }
    });
    const stopped = migrate(node, {
      output,
      provider,
      sections: ["base"],
      confirm: async () => {
        isRefusing = true;
        // The remaining steps have to be rehearsed again.
        const to = "0x00000000000000000000000000000000000000ff";
        await sendFrom(node.provider, deployerOf(node.mnemonic), { to });
        return true;
      },
    });
    expect(await rejection(stopped)).to.be.instanceOf(NotRehearsedError);
    expect(await nonceOf(node.provider, deployerOf(node.mnemonic).address)).to.equal(1);
  });
});
