import type { Contract } from "../reading/contract.js";

/**
 * Reads the contracts that a scheme's constraints allow it to call now.
 * @returns undefined if they allow every contract
 */
export async function readWhiteList(constraints: Contract): Promise<readonly string[] | undefined> {
  const isOpen =
    constraints.has("enableWhitelisting") &&
    (await constraints.value("enableWhitelisting")) !== true;
  if (isOpen) return undefined;
  const listed = (await constraints.value("getContractsWhiteList")) as readonly string[];
  return await readMarked(constraints, [...listed]);
}

/** The list is from the deployment; later changes by the DAO are only stored per contract. */
export async function readMarked(contract: Contract, listed: readonly string[]): Promise<string[]> {
  const all = [
    ...new Set([...listed, ...(await addressesOfEvents(contract, "UpdatedContractsWhitelist"))]),
  ];
  const marks = await Promise.all(
    all.map(async (address) => await contract.value("contractsWhiteListMap", address)),
  );
  return all.filter((_, index) => marks[index] === true);
}

/** Addresses in the first list of an event. */
export async function addressesOfEvents(
  contract: Contract,
  eventName: string,
): Promise<readonly string[]> {
  const events = await contract.events([eventName]);
  return events.flatMap(({ values }) => [...(values[0] as readonly string[])]);
}
