import {
  assembleOrganization,
  type Organization,
} from "../../../src/engine/migration/organization.js";
import type { ChainWithBase } from "./with-base.js";

/** Assembles a DAO that the deploying account still controls. */
export async function assembled(
  { deployer, release, base }: ChainWithBase,
  useUController = false,
): Promise<Organization> {
  return await assembleOrganization(deployer, "dao", release, base, {
    orgName: "Held",
    tokenName: "Token",
    tokenSymbol: "TOK",
    founders: [],
    useUController,
    noTrack: true,
  });
}
