import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { DaoExistsError, DeclinedError } from "../../../../src/foundation/support/errors.js";
import { SMALL_DAO } from "../../../engine/migration/with-base.js";
import { rejected, rejection } from "../../../rejection.js";
import { startHere, startReorganizing } from "../../../live/nodes.js";
import { usePrepared } from "../../../live/prepared.js";
import { between } from "../../../live/stranger.js";
import { sentOn, onNode, migrate, preview, readResult } from "../../../live/support.js";

const SECTIONS = ["base", "dao"] as const;

describe("a migration whose DAO is on the chain already", () => {
  const optionsOf = (output: string) => ({ output, sections: SECTIONS, params: SMALL_DAO });
  const it = usePrepared((node, output) => migrate(node, optionsOf(output)), startReorganizing);

  it("sends nothing if nobody can be asked, and names the DAO", async (node, output) => {
    const options = optionsOf(output);
    const sent = await sentOn(node);
    const { dao } = await readResult(options.output);
    const text = await readFile(options.output, "utf8");
    for (const sections of [SECTIONS, ["dao"] as const]) {
      const error = await rejected(migrate(node, { ...options, sections }), DaoExistsError);
      expect(error).to.include({ dao: dao?.name, avatar: dao?.Avatar });
      expect(error.message)
        .to.include(`already has the DAO "${dao?.name}" on this chain (Avatar ${dao?.Avatar})`)
        .and.include("Nothing was sent")
        .and.include("--redeploy");
    }
    expect(await sentOn(node)).to.equal(sent);
    expect(await readFile(options.output, "utf8")).to.equal(text);
  });

  it("asks: a no leaves everything as it is, a yes creates another and keeps the first on record", async (node, output) => {
    const options = optionsOf(output);
    const sent = await sentOn(node);
    const first = await readResult(options.output);
    const no = migrate(node, { ...options, confirmAnother: async () => false });
    expect(await rejection(no)).to.be.instanceOf(DeclinedError);
    expect(await sentOn(node)).to.equal(sent);
    expect(await readResult(options.output)).to.deep.equal(first);

    const notes: string[] = [];
    const onNote = (note: string) => notes.push(note);
    await migrate(node, { ...options, onNote, confirmAnother: async () => true });
    const second = await readResult(options.output);
    expect(second.base).to.deep.equal(first.base);
    expect(second.dao?.Avatar).to.not.equal(first.dao?.Avatar);
    expect(second.others?.map(({ dao }) => dao)).to.deep.equal([first.dao]);
    expect(notes.join("\n")).to.include(`(Avatar ${first.dao?.Avatar})`);
  });

  it("finds it among others, too, and creates one with other parameters", async (node, output) => {
    const options = optionsOf(output);
    const { dao: first } = await readResult(options.output);
    await migrate(node, { ...options, params: { ...SMALL_DAO, orgName: "Another" } });
    expect((await readResult(options.output)).dao?.name).to.equal("Another");
    const error = await rejection(migrate(node, options));
    expect(error).to.be.instanceOf(DaoExistsError).and.include({ avatar: first?.Avatar });
  });

  it("creates it again if a development chain was reset to before it", async () => {
    await onNode(startHere(), async (node, output) => {
      const options = { output, sections: SECTIONS, params: SMALL_DAO };
      const snapshot = await node.provider.request({ method: "evm_snapshot" });
      await migrate(node, options);
      await node.provider.request({ method: "evm_revert", params: [snapshot] });
      expect(await sentOn(node)).to.equal(0);
      await migrate(node, options);
      expect(await sentOn(node)).to.be.above(0);
    });
  });

  it("finishes one without schemes, whose account keeps its permissions, after a reorganization", async (node, output) => {
    const own = { useDaoCreator: false, VotingMachinesParams: [] };
    const options = { output, sections: ["dao"] as const, params: { ...SMALL_DAO, ...own } };
    await migrate(node, { ...options, provider: between(node, () => undefined) });
    const sent = await sentOn(node);
    const { dao } = await readResult(output);
    expect(await rejection(migrate(node, options))).to.be.instanceOf(DaoExistsError);
    // First the entry in the registry, then also an ownership.
    for (const depth of [1, 3]) {
      await node.provider.request({ method: "anvil_reorg", params: [depth, []] });
      await migrate(node, options);
      expect(await sentOn(node)).to.equal(sent);
      expect((await readResult(output)).dao?.Avatar).to.equal(dao?.Avatar);
    }
  });

  it("previews another one, and says that the first is there", async (node, output) => {
    const options = optionsOf(output);
    const { dao } = await readResult(options.output);
    const notes: string[] = [];
    const { steps } = await preview(node, { ...options, onNote: (note) => notes.push(note) });
    expect(steps).to.not.be.empty;
    expect(notes.join("\n")).to.include(`(Avatar ${dao?.Avatar})`);
  });

  it("creates it again on a base that was redeployed, and names the newer one then", async (node, output) => {
    const options = optionsOf(output);
    const first = await readResult(options.output);
    await migrate(node, { ...options, force: true, sections: ["base"] });
    const redeployed = await readResult(options.output);
    expect(redeployed.base).to.not.deep.equal(first.base);
    await migrate(node, { ...options, sections: ["dao"] });
    const { base, dao, others } = await readResult(options.output);
    expect(base).to.deep.equal(redeployed.base);
    expect(others?.map((entry) => entry.dao)).to.deep.equal([first.dao]);
    const error = await rejection(migrate(node, { ...options, sections: ["dao"] }));
    expect(error).to.include({ avatar: dao?.Avatar });
  });

  it("recognises an existing demo test by its release and accounts", async (node, output) => {
    await migrate(node, { output, sections: ["test"] });
    const { test } = await readResult(output);
    const error = await rejection(migrate(node, { output, sections: ["test"] }));
    expect(error).to.be.instanceOf(DaoExistsError).and.include({ avatar: test?.Avatar });
  });
});
