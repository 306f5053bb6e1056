import type { ContractDescription, Inspection } from "../description.js";

/** The contract of a scheme that is or was registered with a DAO, such as a proposal's; undefined for others. */
export function schemeContract(
  address: string,
  { schemes }: Pick<Inspection, "schemes">,
): ContractDescription | undefined {
  return schemes.find(({ contract }) => contract.address === address)?.contract;
}
