import { expect } from "chai";

import networkHooks from "../../../src/interfaces/plugin/hooks/network.js";
import { hardhatProject } from "../../../src/operations/connection/defaults.js";

it("takes a project's contracts as possibly old in its tests, but for coverage's own", async () => {
  const { newConnection } = await networkHooks();
  for (const coverage of [false, true]) {
    const root = `/project/${coverage}`;
    const config = { dao: {}, paths: { root, artifacts: "artifacts" } };
    const connection = { networkConfig: { type: "http" } };
    const context = { config, globalOptions: { coverage } };
    await newConnection!(context as never, async () => connection as never);
    const uncompiled = coverage ? undefined : root;
    expect(hardhatProject(root)).to.deep.equal({ artifacts: "artifacts", uncompiled });
  }
});
