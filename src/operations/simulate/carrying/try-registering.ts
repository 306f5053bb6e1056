import {
  mayRegister,
  mostToRegister,
  permits,
  REGISTERING_ABILITIES,
} from "../../../foundation/arc/permissions.js";
import { isOfNode } from "../../../foundation/chain/call-refused.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import {
  kindsMadeBy,
  makes,
  type ProposalKind,
} from "../../../engine/governance/proposal-kinds.js";
import { decidesRemovals } from "../../../foundation/params/voting-machine-of-scheme.js";
import { speakerOf } from "../../../engine/governance/vote-and-stake.js";
import { activationOf, isTooLate } from "../../../engine/inspect/control/by-votes.js";
import { isFinal, powersWithoutVotes } from "../../../engine/inspect/control/powers.js";
import type { SchemeDescription } from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { abiAs } from "../../../engine/inspect/reading/identify.js";
import { describeParts } from "../find-proposal.js";
import { parseDraft, type DraftInput } from "../drafts/draft.js";
import { propose, rulesOf } from "../drafts/propose.js";
import type { Session } from "../session.js";
import type { RegisterVerdict } from "../simulation.js";
import { carryOut } from "./carry.js";

type Way = Pick<RegisterVerdict, "verdict"> & { readonly why: string };

/** What a trial registers, and to what it upgrades the controller. Nobody uses it. */
const PROBE = "0x000000000000000000000000000000000052e915";

/** Arc's contracts that register schemes by votes or calls that are not tried here. */
const OTHER_WAYS = ["SchemeFactory", "Avatar"];

/**
 * Tries on a fork whether a DAO can register one more scheme: proposes one through each SchemeRegistrar, has all holders
 * vote for it, and executes it. An UpgradeScheme counts, too: a new controller comes with new schemes. Restores the fork
 * afterwards.
 * @param session with the DAO as it is at the last block
 * @param permissions what the scheme gets: a controller lets nobody give what they do not hold
 * @param owner an account that is known to use its permissions, such as the one that deployed the DAO and keeps them
 */
export async function tryRegistering(
  session: Session,
  permissions: string,
  owner?: string,
): Promise<RegisterVerdict> {
  const { schemes, reputation } = session.inspection;
  if (isNotRead(reputation.holders)) {
    const why = `Who holds reputation could not be read: ${reputation.holders.notRead}.`;
    return { verdict: "not known", why: [why] };
  }
  const isRegistrar = ({ contract }: SchemeDescription) => makes(contract.name, "registerScheme");
  const ways = schemes
    .filter(({ registered, permissions: { bytes } }) => registered && mayRegister(bytes))
    .sort((a, b) => Number(isRegistrar(b)) - Number(isRegistrar(a)));
  const found: Way[] = [];
  for (const way of ways) {
    const tried = await session.chain.forgetting(() => tryWay(session, way, permissions, owner));
    if (tried.verdict === "yes") return { verdict: "yes", why: [] };
    found.push(tried);
  }
  const why = found.map((each) => each.why);
  const isUnknown = found.some(({ verdict }) => verdict === "not known");
  if (why.length === 0) why.push("No registered scheme may register schemes.");
  return { verdict: isUnknown ? "not known" : "no", why };
}

async function tryWay(
  session: Session,
  scheme: SchemeDescription,
  permissions: string,
  owner?: string,
): Promise<Way> {
  const { code, name = "", address } = scheme.contract;
  const { bytes } = scheme.permissions;
  const most = mostToRegister(bytes, !isFinal(session.inspection));
  if (most !== undefined && permits(permissions, ~BigInt(most))) {
    const why = `${name || code} ${address} holds ${bytes}, and a controller lets nobody give more than that.`;
    return { verdict: "no", why };
  }
  if (code === "account") {
    if (isSameAddress(address, owner)) return { verdict: "yes", why: "" };
    const why = `The account ${address} may register schemes; whether anybody has its key is not known.`;
    return { verdict: "not known", why };
  }
  const [trial] = kindsMadeBy(name).flatMap((kind) => trials(permissions)[kind] ?? []);
  if (code === "arc" && trial !== undefined) return await tryVote(session, scheme, trial);
  const isFree = powersWithoutVotes(session.inspection).some(
    ({ through, ability }) =>
      through.address === address && REGISTERING_ABILITIES.includes(ability),
  );
  if (code === "arc" && !isFree && !OTHER_WAYS.includes(name)) {
    return { verdict: "no", why: `${name} ${address} has the permission, but never uses it.` };
  }
  const what = code === "arc" ? name : "Unknown code at";
  const why = `${what} ${address} may register schemes; whether it ever does can only be seen in its code.`;
  return { verdict: "not known", why };
}

interface Trial {
  readonly draft: DraftInput;
  readonly isDone: (session: Session) => Promise<boolean>;
}

/** What is proposed of each kind that leads to new schemes, and how to tell that it was done. */
const trials = (permissions: string): Partial<Readonly<Record<ProposalKind, Trial>>> => ({
  registerScheme: {
    draft: { kind: "registerScheme", scheme: PROBE, permissions },
    async isDone({ chain, inspection: { controller, avatar } }) {
      const contract = chain.contract(controller.address, abiAs(controller, "Controller"));
      return (await contract.value("isSchemeRegistered", PROBE, avatar.address)) === true;
    },
  },
  upgradeController: {
    draft: { kind: "upgradeController", controller: PROBE },
    async isDone({ chain, inspection: { avatar } }) {
      const contract = chain.contract(avatar.address, abiAs(avatar, "Avatar"));
      return isSameAddress(String(await contract.value("owner")), PROBE);
    },
  },
});

async function tryVote(
  session: Session,
  scheme: SchemeDescription,
  { draft, isDone }: Trial,
): Promise<Way> {
  const { chain, inspection } = session;
  const { name, address } = scheme.contract;
  // What decides removals does not matter here.
  const votes = Object.entries(rulesOf(scheme)).filter(([vote]) => !decidesRemovals(vote));
  const rules = votes.map(([, each]) => each);
  const no = (why: string): Way => ({
    verdict: "no",
    why: `Through ${name} ${address}: ${why.replace(/\.$/, "")}.`,
  });
  if (isTooLate(activationOf(rules), Number(chain.origin.timestamp)))
    return no("its voting machine accepts no proposals for more than a year");
  const holders = ifRead(inspection.reputation.holders) ?? [];
  const voters = rules
    .flatMap((each) => speakerOf(each) ?? [])
    .filter((each) => !holders.some(({ account }) => isSameAddress(account, each)));
  const begun = chain.time;
  try {
    const trial = parseDraft({ ...draft, through: address }, "The trial");
    const { proposal } = await propose(session, trial);
    const { obstacle } = await carryOut(session, await describeParts(session, proposal));
    if (obstacle !== undefined) return no(obstacle);
    if (!(await isDone(session))) return no("a proposal passes, but does nothing");
  } catch (error) {
    if (error instanceof MigrationError && !isOfNode(error)) return no(error.message);
    return { ...no(`it could not be tried: ${failureReason(error)}`), verdict: "not known" };
  }
  if (isTooLate(chain.time, begun)) return no("a vote takes more than a year");
  if (voters.length === 0) return { verdict: "yes", why: "" };
  return no(`only ${voters.join(" and ")} may cast votes, and has no reputation of its own`);
}
