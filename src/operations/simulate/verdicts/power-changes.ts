import { formatUnits } from "ethers";

import { tokenDecimals } from "../../../engine/inspect/assets/token-decimals.js";
import {
  canRegister,
  comparePowers,
  limitsRegistering,
  newlyAlone,
  risenOf,
  sharesOf,
  shiftOf,
  type PowerChanges,
} from "../../../engine/inspect/control/compare-powers.js";
import { powersOf } from "../../../engine/inspect/control/powers.js";
import type { Inspected, Inspection } from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { percentOf } from "../../../engine/inspect/reading/percent.js";
import type { PowerVerdict } from "../simulation.js";
import { NOTHING_GIVEN } from "../tracing/given-away.js";
import { addingUp } from "./adding-up.js";
import type { Consequences } from "./consequences.js";
import { constraintChanges } from "./constraint-changes.js";
import { countedChanges, littleGifts } from "./counted-changes.js";
import { ownershipChanges } from "./ownership-changes.js";
import {
  aloneWords,
  gain,
  gainedChanges,
  lostChanges,
  notKnown,
  riseWords,
  unknownChanges,
  unread,
  type PowerChange,
} from "./power-words.js";
import { revivedProposals } from "./revived-proposals.js";
import { powersVerdict } from "./verdicts.js";
import { dilutes, firstOf, MUCH_POWER, warning } from "./warnings.js";

/**
 * Who gains or loses power over a DAO, drawn from what it is before and after. Without a change, it was shown that
 * nobody does.
 */
export function powerChanges(consequences: Consequences): readonly PowerChange[] {
  const { before, after, owner, given = NOTHING_GIVEN } = consequences;
  if (isNotRead(after)) {
    return [
      ...(owner === undefined
        ? []
        : moves([["The avatar's controller", before.controller.address, owner]])),
      notKnown([], {
        what: `The DAO's state afterwards could not be read: ${after.notRead}.`,
        why: "Who may do what with the DAO afterwards is unknown. This also happens when it gets a controller that is not Arc's.",
        check: "Review the calls and events of the stages below, one by one.",
        todo: "Do not pass it until you know who would control the DAO.",
      }),
    ];
  }
  const compared = comparePowers(before, after);
  const known = compared.gained.filter(({ decider }) => decider.kind !== "unknown");
  return [
    ...hands(before, after),
    ...gainedChanges(known, before, after),
    ...shifts(compared, consequences, after),
    ...ownershipChanges(consequences),
    // What gives power only later, without a further vote, or may do so.
    ...[countedChanges, addingUp, revivedProposals].flatMap((find) => find(consequences, after)),
    ...(consequences.origins ?? []),
    ...constraintChanges(consequences, after),
    ...lostChanges(compared.lost, before),
    ...undo(consequences),
    ...unknownChanges(compared.gained),
    ...touchedUnknown(after, given.touched, compared),
  ];
}

/**
 * The answer to who gains or loses power.
 * @param unclear why what happens is not known; default: why it was not carried out
 */
export function judgePowers(
  consequences: Consequences,
  found: readonly PowerChange[],
  unclear = consequences.obstacle && `it is not carried out: ${consequences.obstacle}`,
): PowerVerdict {
  const { after } = consequences;
  const changes: PowerVerdict["changes"] = [
    ...found.map(({ kind, who, warning: { what } }) => ({ kind, who, what })),
    ...(unclear === undefined ? [] : [{ kind: "unknown" as const, who: [], what: unclear }]),
  ];
  return {
    verdict: powersVerdict(changes),
    changes,
    shares: isNotRead(after) ? [] : (sharesOf(consequences.before, after) ?? []),
    undoable: undoable(consequences),
  };
}

/** Whether only some schemes can be registered afterwards. */
function isLimited({ before, after }: Consequences): boolean {
  return !isNotRead(after) && limitsRegistering(before, after);
}

function undoable(consequences: Consequences): PowerVerdict["undoable"] {
  const { after, registers } = consequences;
  if (isLimited(consequences)) return "no";
  return registers?.verdict ?? (isNotRead(after) ? "not known" : canRegister(after));
}

function hands(before: Inspection, after: Inspection): readonly PowerChange[] {
  return moves([
    ["The avatar's controller", before.controller.address, after.controller.address],
    ["The owner of the token", before.token.owner, after.token.owner],
    ["The owner of the reputation", before.reputation.owner, after.reputation.owner],
  ]);
}

type Move = readonly [what: string, was: Inspected<string>, is: Inspected<string>];

function moves(all: readonly Move[]): readonly PowerChange[] {
  const why =
    "Anyone who controls it can do anything with it: mint, take reputation away, empty the treasury.";
  return all.flatMap(([what, was, is]): PowerChange | readonly [] => {
    const unclear = (text: string): PowerChange =>
      notKnown([], {
        what: `${what} ${text}.`,
        why,
        check: "The calls and events of the stages below, one by one.",
        todo: "Do not pass it until you know who would control it.",
      });
    if (isNotRead(was)) {
      // Some tokens have no owner, before and after.
      if (isNotRead(is)) return [];
      return unclear(`before could not be read: ${was.notRead}. Afterwards, it is ${is}`);
    }
    if (was === is) return [];
    if (isNotRead(is)) {
      return unclear(`afterwards could not be read: ${is.notRead}. Before, it was ${was}`);
    }
    return gain([is], "controller-changes-hands", {
      what: `${what} changes from ${was} to ${is}.`,
      why,
      check: `What is at ${is}, and who controls it.`,
    });
  });
}

/** Votes that move, and tokens that are diluted. */
function shifts(
  { shares }: PowerChanges,
  consequences: Consequences,
  after: Inspection,
): readonly PowerChange[] {
  const { before, balances = [] } = consequences;
  if (shares === undefined) {
    const check = "The holders of the DAO's reputation, and its events below.";
    const what = "Who has which share of the votes";
    return [unread(what, "Whether somebody gets a majority is unknown.", check)];
  }
  const risen = risenOf(shares);
  const little = littleGifts(consequences, after);
  const owed = newlyPromised(before, after);
  const later = owed + little.reputation;
  const moved = shiftOf(before, after, later);
  const alone = newlyAlone(before, after);
  const changes: PowerChange[] = [];
  if (moved >= MUCH_POWER || alone.length > 0 || little.passes) {
    const supply = BigInt(ifRead(after.reputation.totalSupply) ?? 0);
    const promised = later > 0n ? ` (${percentOf(later, supply + later)}% promised for later)` : "";
    const to = risen.length > 0 ? `, to ${riseWords(risen)}` : "";
    const owedTo = owed > 0n ? promisedTo(consequences, after) : [];
    const forThem = owedTo.length > 0 ? ` Promised to ${firstOf(owedTo)}.` : "";
    const getting = [...alone, ...risen.map(({ account }) => account), ...owedTo, ...little.who];
    const who = [...new Set(getting)];
    changes.push(
      gain(who, "votes-shift", {
        what: `Votes shift by ${moved.toFixed(2)}% of all reputation${promised}${to}.${forThem}${aloneWords(alone)}`,
        why: "Anyone with enough of the reputation decides everything that the DAO's schemes can do.",
        check: "Who these accounts belong to, and how much of the votes each has afterwards.",
      }),
    );
  }
  const [was, is] = [before, after].map(({ token }) => ifRead(token.totalSupply));
  if (was === undefined || is === undefined) {
    const why = "Whether somebody gets a large share of all tokens is unknown.";
    const check = "The balances that change, and the token's events, below.";
    return [...changes, unread("The supply of the DAO's token", why, check)];
  }
  const isNew = BigInt(is) - BigInt(was);
  if (dilutes(isNew, BigInt(was))) {
    const decimals = tokenDecimals(after.token);
    const [then, now] = [was, is].map((wei) => formatUnits(wei, decimals));
    const texts = {
      what: `The supply of the DAO's token grows from ${then} to ${now}: ${percentOf(isNew, BigInt(is))}% of it is new.`,
      why: "Those who get the new tokens have this share of all, and can stake them wherever the DAO's token is staked.",
      check: "Who gets them: the balances that change, below.",
    };
    const who = balances.flatMap(({ account, token, before: had, after: has }) =>
      token === after.token.contract.address && BigInt(ifRead(has) ?? 0) > BigInt(ifRead(had) ?? 0)
        ? account
        : [],
    );
    changes.push(gain(who, "token-diluted", texts));
  }
  return changes;
}

/** The reputation that is promised and was not before. */
function newlyPromised(before: Inspection, after: Inspection): bigint {
  const [was, is] = [before, after].map(({ owes }) => {
    const debt = ifRead(owes)?.debts.find(({ of }) => of === "reputation");
    return BigInt(debt?.amount ?? 0);
  });
  return is! > was! ? is! - was! : 0n;
}

/** Whom the proposal promises reputation that is not redeemed. */
function promisedTo({ id }: Consequences, { proposals }: Inspection): readonly string[] {
  const own = ifRead(proposals)?.find((each) => each.id === id);
  const unpaid = ifRead(own?.unpaid) ?? [];
  return unpaid.flatMap(({ of, account }) => (of === "reputation" && account ? account : []));
}

function undo(consequences: Consequences): readonly PowerChange[] {
  const { before, registers } = consequences;
  const is = undoable(consequences);
  if (is === "yes" || canRegister(before) !== "yes") return [];
  const reasons = (registers?.why ?? []).map((each) => ` ${each}`).join("");
  const which = isLimited(consequences) ? "schemes with all permissions" : "a scheme";
  const texts = {
    what:
      is === "no"
        ? `Afterwards, nobody can register ${which} any more: this, and whatever else is wrong, can never be undone.${reasons}`
        : `Whether a scheme can still be registered afterwards is not known, and so whether this can be undone.${reasons}`,
    why: "Every change of a DAO goes through a scheme that registers schemes. Without one, its rules are final.",
    check:
      "Which scheme has the permission 0x00000002 or 0x00000008 afterwards, and who can pass its proposals.",
  };
  if (is !== "no") return [notKnown([], texts, "cannot-be-undone")];
  return [{ kind: "loses", who: [], warning: warning("cannot-be-undone", texts) }];
}

/** Contracts of unknown code that have power over the DAO, if anything in their storage changed. */
function touchedUnknown(
  after: Inspection,
  touched: ReadonlySet<string>,
  { gained }: PowerChanges,
): readonly PowerChange[] {
  const deciding = powersOf(after).flatMap(({ decider }) =>
    decider.kind === "unknown" ? (decider.contract ?? []) : [],
  );
  const constraining = (ifRead(after.globalConstraints) ?? []).flatMap(({ contract }) =>
    contract.code === "unknown" ? contract.address : [],
  );
  const isNew = (address: string): boolean =>
    gained.some(({ decider }) => decider.kind === "unknown" && decider.contract === address);
  const changed = [...new Set([...deciding, ...constraining])].filter(
    (address) => touched.has(address.toLowerCase()) && !isNew(address),
  );
  return changed.map((address) =>
    notKnown([address], {
      what: `The storage of ${address} changes, which has power over the DAO and whose code is not Arc's.`,
      why: "Who can use its power afterwards is unknown.",
      check: `Its sources: \`dao-migrate verify ${address}\`, and what the changed values mean.`,
      todo: "Have somebody review the code and the change.",
    }),
  );
}
