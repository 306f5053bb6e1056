import { readFile } from "node:fs/promises";

import type { HookContext, NetworkHooks } from "hardhat/types/hooks";

import type { ReadSource } from "../../../foundation/arc/current-build.js";
import {
  setConnectionDefaults,
  setHardhatProject,
} from "../../../operations/connection/defaults.js";
import { connectionHooks } from "../../../operations/connection/hooks.js";
import { watchLoadFixture } from "../../../operations/connection/running-fixture.js";
import { DaoHelper } from "../dao-helper.js";

export default (): Promise<Partial<NetworkHooks>> =>
  Promise.resolve(
    connectionHooks((context, connection) => {
      const { arcVersion, params, customAbis, avatars } = context.config.dao;
      const { root, artifacts } = context.config.paths;
      setHardhatProject(root, { artifacts, uncompiled: root, readSource: readSource(context) });
      setConnectionDefaults(connection, {
        projectRoot: root,
        arcVersion,
        params,
        customAbis,
        avatars,
      });
      watchLoadFixture(connection);
      connection.dao = new DaoHelper(connection);
    }),
  );

/** What plugins make of a source before Hardhat compiles it; they see those of packages only when these are read. */
function readSource({ hooks }: HookContext): ReadSource {
  return async (name, path, compiler) => {
    const text = await hooks.runHandlerChain(
      "solidity",
      "readSourceFile",
      [path],
      async (_context, file) => await readFile(file, "utf8"),
    );
    if (!name.startsWith("project/")) return text;
    return await hooks.runHandlerChain(
      "solidity",
      "preprocessProjectFileBeforeBuilding",
      [name, path, text, compiler],
      (_context, _name, _path, changed) => Promise.resolve(changed),
    );
  };
}
