import { defineDaoFixture } from "hardhat-dao-migration/fixtures";

import type { GrantScheme } from "../types/ethers-contracts/GrantScheme.js";

/** The project's DAO, from hardhat.config.ts and migration-params.json, without the demo test. */
export const grantsDao = defineDaoFixture<{ grantScheme: GrantScheme }>({ demo: false });
