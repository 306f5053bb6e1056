import { ZeroAddress } from "ethers";

import { REPUTATION_LIMIT, UINT256_LIMIT } from "../../arc/number-limits.js";
import { checkFields } from "../file/check-fields.js";
import type { Place } from "../file/place.js";
import type { Founder } from "../parameters.js";
import type { Resolution } from "./resolution.js";

const LIMITS = { reputation: REPUTATION_LIMIT, tokens: UINT256_LIMIT };

/** A founder, with the index and the place of its first entry in the list. */
interface ListedFounder extends Founder {
  readonly index: number;
  readonly place: Place;
}

/**
 * Resolves founders by address, in order of first appearance; several entries of one founder are added up. Founders who
 * get nothing stay, because DaoCreator cannot create a DAO without founders.
 */
export function resolveFounders({ root }: Resolution): Founder[] {
  const section = root.at("founders");
  const entries = section.list("a list of founders");
  const isEmpty = section.value === undefined || section.elements()?.length === 0;
  if (isEmpty && root.at("useDaoCreator").value === true) {
    const wanted = "at least one founder, or useDaoCreator: false";
    section.error(wanted, "DaoCreator needs at least one founder");
  }
  const founders = new Map<string, ListedFounder>();
  for (const [index, place] of entries.entries()) {
    const { address, tokens = 0n, reputation = 0n } = checkFields("FounderParameters", place);
    if (address === undefined) continue;
    if (address === ZeroAddress) {
      const problem = "nothing can be minted to the zero address";
      place.at("address").error("the address of an account", problem);
    }
    const first = founders.get(address) ?? { tokens: 0n, reputation: 0n, index, place };
    if (founders.has(address)) {
      const problem = `already listed as founders[${first.index}]; the amounts are added`;
      place.warn("each founder once", problem, address);
    }
    const sums = { tokens: first.tokens + tokens, reputation: first.reputation + reputation };
    founders.set(address, { ...first, ...sums, address });
  }
  const all = [...founders.values()];
  checkSums(all, section);
  for (const { address, tokens, reputation, place } of all) {
    if (tokens + reputation > 0n) continue;
    place.warn("tokens or reputation above 0", "the founder gets nothing", address);
  }
  return all.map(({ address, tokens, reputation }) => ({ address, tokens, reputation }));
}

function checkSums(founders: readonly Founder[], section: Place): void {
  for (const kind of ["tokens", "reputation"] as const) {
    const sum = founders.reduce((total, founder) => total + founder[kind], 0n);
    if (sum < LIMITS[kind]) continue;
    const problem = `the ${kind} of all founders together exceed what the contract can store`;
    section.error(`less than ${LIMITS[kind]} wei in total`, problem, sum);
  }
}
