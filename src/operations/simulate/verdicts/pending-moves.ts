import type { CallDescription } from "../../../engine/inspect/proposal-description.js";
import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { isSimulable } from "../find-proposal.js";
import type { Consequences } from "./consequences.js";

/** What a proposal gives to an account, or takes from it. */
export interface Move {
  /** ID of the proposal. */
  readonly id: string;
  /** `own token` is minted; `ether` and tokens, by their addresses, leave the treasury. */
  readonly of: "reputation" | "own token" | "ether" | `0x${string}`;
  readonly account: string;
  /** Wei, of all periods that are not paid; negative for what is taken. */
  readonly amount: bigint;
}

/** What a proposal moves by what it asks for, and what the other pending ones do. */
export function pendingMoves(
  { id, before }: Pick<Consequences, "id" | "before">,
  after: Inspection,
): { readonly own: readonly Move[]; readonly others: readonly Move[] } {
  const pending = (ifRead(before.proposals) ?? []).filter(isSimulable);
  const isOwn = (each: ProposalDescription): boolean => each.id === id;
  const made = (ifRead(after.proposals) ?? []).filter(isOwn);
  // Afterwards, its reward is paid.
  const own = pending.find(isOwn) ?? made.map((each) => ({ ...each, unpaid: undefined }))[0];
  return {
    own: own === undefined ? [] : movesOf(own, before),
    others: pending.filter((each) => !isOwn(each)).flatMap((each) => movesOf(each, before)),
  };
}

function movesOf(proposal: ProposalDescription, dao: Inspection): readonly Move[] {
  const { id, requests, unpaid, scheme } = proposal;
  if (isNotRead(requests)) return [];
  if (requests.kind === "calls") {
    return requests.calls.flatMap((call) => movedBy(call, dao)).map((each) => ({ id, ...each }));
  }
  if (requests.kind !== "reward") return [];
  const left = unpaid === undefined ? undefined : ifRead(unpaid);
  if (left !== undefined) {
    return left.flatMap(({ of, token, account = scheme, amount, heldBy }) =>
      heldBy === undefined
        ? { id, of: of === "token" ? hex(token!) : of, account, amount: BigInt(amount) }
        : [],
    );
  }
  const { beneficiary, externalToken, periods } = requests;
  const parts = [
    ["reputation", requests.reputation],
    ["own token", requests.nativeTokens],
    ["ether", requests.ether],
    ...(externalToken === undefined
      ? []
      : [[hex(externalToken), requests.externalTokens] as const]),
  ] as const;
  return parts.flatMap(([of, each]) => {
    const amount = BigInt(each) * BigInt(periods);
    return amount === 0n ? [] : { id, of, account: beneficiary, amount };
  });
}

type Moved = Omit<Move, "id">;

/** The ether that a call sends, and what it moves by the controller or a token. */
function movedBy(call: CallDescription, { avatar, controller }: Inspection): readonly Moved[] {
  const { to, value, function: known } = call;
  const sent: readonly Moved[] =
    value === "0" ? [] : [{ of: "ether", account: to.address, amount: BigInt(value) }];
  const name = known?.signature.split("(")[0] ?? "";
  const [a = "", b = "", c = ""] = Object.values(known?.args ?? {}).map(String);
  const moved = (of: Move["of"], account: string, amount: bigint): readonly Moved[] => [
    ...sent,
    { of, account, amount },
  ];
  if (to.address === controller.address) {
    switch (name) {
      case "mintReputation":
        return moved("reputation", b, BigInt(a));
      case "burnReputation":
        return moved("reputation", b, -BigInt(a));
      case "mintTokens":
        return moved("own token", b, BigInt(a));
      case "sendEther":
        return moved("ether", b, BigInt(a));
      case "externalTokenTransfer":
        return moved(hex(a), b, BigInt(c));
    }
  }
  if (name === "transfer" && /^\d+$/.test(b)) return moved(hex(to.address), a, BigInt(b));
  if (name === "transferFrom" && a === avatar.address) return moved(hex(to.address), b, BigInt(c));
  return sent;
}

function hex(address: string): `0x${string}` {
  return address as `0x${string}`;
}
