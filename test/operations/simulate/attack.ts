import { zeroPadValue } from "ethers";

import {
  LARGE,
  MIDDLE,
  OWNED,
  SMALL,
  type DangerousDao,
  type Proposed,
  type Votes,
} from "./dangerous-dao.js";

/** A proposal that gives or takes power, and what has to be said about it. */
export interface Attack {
  readonly name: string;
  /** Contracts that a release needs for it. */
  readonly needs?: readonly string[];
  /** Whether a release has vote parameters of today's GenesisProtocol. */
  readonly modern?: true;
  readonly make: (d: DangerousDao) => Promise<Proposed>;
  /** The warning that says it. */
  readonly id: string;
  /** What it says: the power, and who gets it. Absent if it is not about power over the DAO itself. */
  readonly says?: RegExp;
  /** Whether it does what it requests; default: not asserted. */
  readonly does?: "no";
  readonly who?: readonly string[];
}

/** A proposal that changes nothing of who decides. */
export interface Harmless extends Pick<Attack, "name" | "make" | "modern" | "needs"> {
  /** Warnings that it has all the same. */
  readonly alarms?: readonly string[];
}

export const HASH = `0x${"77".repeat(32)}`;
export const HOLDERS = [LARGE, MIDDLE, SMALL];
export const MINT = /mint and burn tokens and reputation, and send/;
export const REGISTER = /register and unregister schemes, and thereby everything else/;
export const UPGRADE = /upgrade the controller/;

export function reward(d: DangerousDao, { hash, machine }: Votes): Promise<string> {
  const values = { _voteApproveParams: hash, _intVote: machine };
  return d.set("ContributionReward", d.scheme("ContributionReward"), values);
}

export function registrar(d: DangerousDao, register: Votes, remove = register): Promise<string> {
  const values = {
    ...{ _voteRegisterParams: register.hash, _voteRemoveParams: remove.hash },
    _intVote: register.machine,
  };
  return d.set("SchemeRegistrar", d.scheme("SchemeRegistrar"), values);
}

export function upgrader(d: DangerousDao, { hash, machine }: Votes): Promise<string> {
  const values = { _voteParams: hash, _intVote: machine };
  return d.set("UpgradeScheme", d.scheme("UpgradeScheme"), values);
}

export function register(scheme: string, permissions: string, paramsHash?: string): Proposed {
  return { kind: "registerScheme", scheme, permissions: `0x000000${permissions}`, paramsHash };
}

/** Registers the scheme that pays again, with other votes. */
export async function rewardAgain(d: DangerousDao, votes: Votes): Promise<Proposed> {
  return register(d.scheme("ContributionReward"), "01", await reward(d, votes));
}

/** Registers the registrar again with all permissions, with other votes. */
export async function registrarAgain(
  d: DangerousDao,
  votes: Votes,
  remove?: Votes,
): Promise<Proposed> {
  return register(d.scheme("SchemeRegistrar"), "1f", await registrar(d, votes, remove));
}

export const call = (through: string, to: string, data: string): Proposed => ({
  ...{ kind: "calls", through, calls: [{ to, data }] },
});
/** Any function whose only argument is an address. */
export const toOwned = (d: DangerousDao, account: string): Proposed =>
  call(d.generic.owned, OWNED, `0xf2fde38b${zeroPadValue(account, 32).slice(2)}`);
