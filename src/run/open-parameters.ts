import type { NetworkName } from "../chain/networks.js";
import {
  mergeParameters,
  readParameters,
  type MergedParameters,
} from "../params/load-parameters.js";
import type { EXAMPLE_DAO, ParametersSource } from "./parameters-source.js";

/** Parameters that were read. The example is made later, when the release is known. */
export type OpenParameters = MergedParameters | typeof EXAMPLE_DAO;

/** @throws ParametersError if the file cannot be read or is not JSON */
export async function openParameters(
  source: ParametersSource,
  network: NetworkName,
): Promise<OpenParameters> {
  if (typeof source === "symbol") return source;
  return typeof source === "string"
    ? await readParameters(source, network)
    : mergeParameters(source, network);
}
