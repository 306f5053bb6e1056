import type { NetworkHooks } from "hardhat/types/hooks";

import {
  setConnectionDefaults,
  setHardhatProject,
} from "../../../operations/connection/defaults.js";
import { connectionHooks } from "../../../operations/connection/hooks.js";
import { DaoHelper } from "../dao-helper.js";

/** From this verbosity on (`-vvv`), Hardhat prints calls. */
const TRACES_CALLS = 3;

export default (): Promise<Partial<NetworkHooks>> =>
  Promise.resolve(
    connectionHooks(async (context, connection) => {
      const { arcVersion, params, customAbis, avatars } = context.config.dao;
      const { root, artifacts } = context.config.paths;
      setHardhatProject(root, { artifacts });
      setConnectionDefaults(connection, {
        projectRoot: root,
        arcVersion,
        params,
        customAbis,
        avatars,
        namesContracts:
          context.globalOptions.verbosity >= TRACES_CALLS ||
          (await context.hooks.hasHandlers("network", "onGasMeasurement")),
      });
      connection.dao = new DaoHelper(connection);
    }),
  );
