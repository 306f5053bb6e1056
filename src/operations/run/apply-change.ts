import { resolve } from "node:path";

import type { DaoChange } from "../change/change.js";
import { planChange } from "../change/plan-change.js";
import { identifyChain } from "../../foundation/chain/identity.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { inspectDao } from "../../engine/inspect/inspect-dao.js";
import type { MigrationParameters } from "../../foundation/params/file/migration-parameters.js";
import type { DaoResult, OrganizationResult } from "../../foundation/result/result.js";
import { ForkedChain } from "../simulate/chain/forked-chain.js";
import { sessionOn } from "../simulate/session.js";
import { recordedOf } from "./compared.js";
import type { ProposeOptions } from "./live-inputs.js";
import { prepareDao } from "./prepare.js";
import { withPlacesOf } from "./result-places.js";

/**
 * Changes a DAO on a simulated network to match its parameters, by proposals that its holders pass.
 * @param params parameters, or the path of a parameters file
 */
export async function applyChange(
  provider: Eip1193Provider,
  dao: OrganizationResult | DaoResult,
  params: MigrationParameters | string,
  { newController, force }: Pick<ProposeOptions, "newController" | "force"> = {},
): Promise<DaoChange> {
  const chain = await ForkedChain.on(provider);
  const network = await identifyChain(provider, true);
  const inspection = await inspectDao(chain.provider, dao.Avatar);
  const given = typeof params === "string" ? resolve(params) : params;
  const inputs = await prepareDao(
    { params: given, projectRoot: process.cwd() },
    network.name,
    dao.arcVersion,
  );
  const all: DaoResult = { StandAloneContracts: [], ...dao };
  const recorded = withPlacesOf(inputs.parameters, all, recordedOf(all, undefined));
  const session = sessionOn(chain, inspection, {});
  const change = { ...inputs, newController, recorded };
  return await planChange(session, change, network, { keep: true, force });
}
