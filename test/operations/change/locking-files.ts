import { ZeroAddress } from "ethers";

import type { DaoChange } from "../../../src/operations/change/change.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";
import { rejection } from "../../rejection.js";
import { expect } from "chai";
import { CHANGING_DAO, planned, type ChangingDao } from "./change-dao.js";

const STRANGER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const [GENESIS] = CHANGING_DAO.VotingMachinesParams;

/** Parameters of a DAO whose only way to register schemes is its SchemeRegistrar. */
export const WITH_REGISTRAR = {
  ...CHANGING_DAO,
  schemes: { SchemeRegistrar: true, ContributionReward: true },
} as const satisfies MigrationParameters;

/** A registrar whose votes follow other rules. */
function decidedBy(rules: object): object {
  return {
    VotingMachinesParams: [...CHANGING_DAO.VotingMachinesParams, rules],
    SchemeRegistrar: [{ voteRegisterParams: 2, voteRemoveParams: 2 }],
  };
}

const absolute = (votePerc: number) => ({ AbsoluteVote: { votePerc, voteOnBehalf: ZeroAddress } });

/** Changes of the file after which nothing can register a scheme, with the reason. */
export const LOCKING: Readonly<Record<string, readonly [object, RegExp]>> = {
  "without a registrar": [
    { schemes: { ContributionReward: true } },
    /No scheme in the file may register schemes/,
  ],
  "with a registrar that needs more than all votes": [
    decidedBy(absolute(100)),
    /have too little reputation/,
  ],
  "with an account that votes for everybody": [
    decidedBy({ ...GENESIS, voteOnBehalf: STRANGER }),
    /only 0xFFcf\w+ may cast votes/,
  ],
  "with a registrar that starts in 2100": [
    decidedBy({ ...GENESIS, activationTime: 4_102_444_800 }),
    /accepts no proposals for more than a year/,
  ],
  "with vote parameters that nobody has set": [
    decidedBy({ votingParamsHash: `0x${"12".repeat(32)}` }),
    /does not accept the proposal/,
  ],
  "with an account as voting machine": [
    { SchemeRegistrar: [{ voteRegisterParams: 0, voteRemoveParams: 0, votingMachine: STRANGER }] },
    /does not accept the proposal/,
  ],
  "with a registrar that may only register schemes with fewer permissions": [
    {
      schemes: { ContributionReward: true },
      CustomSchemes: [
        {
          ...{
            name: "SchemeRegistrar",
            fromArc: true,
            isUniversal: true,
            permissions: "0x00000003",
          },
          params: [{ voteParams: 0 }, { voteParams: 0 }, "GenesisProtocolAddress"],
        },
      ],
    },
    /holds 0x00000003, and a controller lets nobody give more than that/,
  ],
  "without reputation": [
    { founders: [{ ...CHANGING_DAO.founders[0], reputation: 0 }] },
    /Nobody holds this DAO's reputation/,
  ],
};

/** Changes after which schemes can still be registered. */
export const HARMLESS: Readonly<Record<string, object>> = {
  "with a registrar that needs half of all votes": decidedBy(absolute(50)),
  "with an UpgradeScheme in place of the registrar": {
    schemes: { ContributionReward: true, UpgradeScheme: true },
  },
  "with a registrar that starts next month": decidedBy({
    ...GENESIS,
    activationTime: Math.round(Date.now() / 1000) + 30 * 86_400,
  }),
};

/** Expects a plan to refuse a file for a reason. */
export async function expectRefused(
  dao: ChangingDao,
  changes: object,
  reason: RegExp,
): Promise<void> {
  const file = { ...WITH_REGISTRAR, ...changes } as MigrationParameters;
  const error = await rejection(planned(dao, file));
  expect(error).to.be.instanceOf(MigrationError);
  expect(error.message)
    .to.match(/^After this change, nothing could ever register/)
    .and.match(reason)
    .and.match(/--allow-lockout/);
}

/** Expects a plan to warn of a file instead, if the DAO is meant to be locked. */
export async function expectWarned(dao: ChangingDao, changes: object): Promise<DaoChange["left"]> {
  const file = { ...WITH_REGISTRAR, ...changes } as MigrationParameters;
  const { warnings, left } = await planned(dao, file, { force: true });
  expect(warnings.map(({ id, status }) => `${id} ${status}`)).to.include("lockout warning");
  return left;
}

/** Expects a plan not to say that a file locks the DAO. */
export async function expectAccepted(dao: ChangingDao, changes: object): Promise<void> {
  const file = { ...WITH_REGISTRAR, ...changes } as MigrationParameters;
  const { warnings, proposals } = await planned(dao, file);
  expect(proposals).to.not.deep.equal([]);
  expect(warnings.map(({ id }) => id)).to.not.include("lockout");
}
