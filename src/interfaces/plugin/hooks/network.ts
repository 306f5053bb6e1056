import type { NetworkHooks } from "hardhat/types/hooks";

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
      // Coverage compiles sources that it has changed.
      const uncompiled = context.globalOptions.coverage ? undefined : root;
      setHardhatProject(root, { artifacts, uncompiled });
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
