import { ZeroAddress, ZeroHash } from "ethers";

import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { SMALL_DAO, type ChainWithBase } from "../migration/with-base.js";
import { Dao } from "./raw-dao.js";

/** Code of no known contract, which returns 1 for every call. */
export const UNKNOWN_CODE = "0x600160005260206000f3";
const RULES = [50n, 3600n, 600n, 600n, 2000n, 300n, 10n ** 18n, 1n, 10n ** 18n, 10n, 0n];

/** The release of the DAO's core contracts. */
export const CORE = "rc.19";

export interface DxDaoShape {
  readonly dao: DaoResult;
  readonly rc36: ArcRelease;
  readonly rc41: ArcRelease;
  /** The second voting machine, of rc.36, whose staking token is the DAO's own. */
  readonly machine: string;
  /** Hash of the vote parameters on that machine. */
  readonly params: string;
  /** GenericScheme of rc.36, for the base's token. */
  readonly generic: string;
  /** Of rc.41. */
  readonly competition: string;
  readonly locking: string;
  /** A scheme with unknown code. */
  readonly stranger: string;
}

/** Registers a scheme before the deployer gives up its permissions. */
type Register = (scheme: string, permissions: string) => Promise<void>;

/**
 * Deploys a DAO of dxDAO's shape on a chain with a base of rc.19: schemes of three releases, two voting
 * machines, a scheme with a contract of its own, a scheme with unknown code, and a token allowance.
 */
export async function makeDxDaoShape(
  chain: ChainWithBase,
  more: (register: Register, shape: DxDaoShape) => Promise<void> = async () => {},
): Promise<DxDaoShape> {
  const [rc36, rc41] = [await openArcRelease("rc.36"), await openArcRelease("rc.41")];
  const { base } = chain;
  const [account, second] = chain.deployer.testAccounts as [string, string];
  const { dao } = await chain.make({
    ...SMALL_DAO,
    orgName: "dxDAO's shape",
    useDaoCreator: false,
    unregisterOwner: false,
    founders: [{ address: account, tokens: 10, reputation: 1000 }],
    schemes: { SchemeRegistrar: true, ContributionReward: true, UpgradeScheme: true },
  });
  const { Avatar, NativeToken } = dao;
  const raw = new Dao(chain, dao);
  const register: Register = async (scheme, permissions) => await raw.register(scheme, permissions);
  const later = { release: rc36 };
  const machine = await raw.deploy("GenesisProtocol", [NativeToken], later);
  await raw.send("GenesisProtocol", machine, "setParameters", [RULES, ZeroAddress], later);
  const given = [RULES, ZeroAddress];
  const hash = await raw.call("GenesisProtocol", machine, "getParametersHash", given, rc36);
  const params = String(hash);
  const generic = await raw.deploy("GenericScheme", [], later);
  const setUp = [Avatar, machine, params, base.DAOToken];
  await raw.send("GenericScheme", generic, "initialize", setUp, later);
  await raw.register(generic, "0x00000010");
  const newest = { release: rc41 };
  const ext = await raw.deploy("ContributionRewardExt", [], newest);
  const competition = await raw.deploy("Competition", [], newest);
  await raw.send("Competition", competition, "initialize", [ext], newest);
  const extSetUp = [Avatar, machine, params, competition];
  await raw.send("ContributionRewardExt", ext, "initialize", extSetUp, newest);
  await raw.register(ext, "0x00000000");
  const locking = await raw.deploy("LockingEth4Reputation");
  const now = await raw.now();
  const lock = [Avatar, 500n, now, now + 100, now + 100, 50n, ZeroHash.replace(/0$/, "1")];
  await raw.send("LockingEth4Reputation", locking, "initialize", lock);
  await raw.register(locking, "0x00000000");
  const stranger = raw.accounts[9]!;
  await raw.request("hardhat_setCode", [stranger, UNKNOWN_CODE]);
  await raw.register(stranger, "0x00000011");
  const shape = { dao, rc36, rc41, machine, params, generic, competition, locking, stranger };
  await more(register, shape);
  await raw.control("externalTokenApproval", base.DAOToken, second, 6n);
  await raw.control("unregisterSelf");
  return shape;
}
