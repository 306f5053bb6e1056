import { defineDaoFixture } from "hardhat-dao-migration/viem";

import type { grantSchemeAbi } from "../types/grant-scheme-abi.js";

/** The project's DAO, from migration-params.json, without the demo test. */
export const grantsDao = defineDaoFixture<{ grantScheme: typeof grantSchemeAbi }>({ demo: false });
