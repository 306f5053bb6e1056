import type { BaseResult } from "../../../src/foundation/result/result.js";
import { addressOf } from "./scripted-deployer.js";

/** Any hash of parameters. */
export const HASH = `0x${"ab".repeat(32)}`;

/** A base whose contracts have addresses that are easy to tell apart. */
export const BASE = {
  arcVersion: "0.0.1-rc.57",
  DaoCreator: addressOf(50),
  DAOTracker: addressOf(51),
  DAORegistry: addressOf(52),
  UController: addressOf(53),
  GenesisProtocol: addressOf(54),
  ContributionReward: addressOf(55),
  SchemeRegistrar: addressOf(56),
  UpgradeScheme: addressOf(57),
  GlobalConstraintRegistrar: addressOf(58),
  UGenericScheme: addressOf(59),
  CompetitionFactory: addressOf(60),
  DAOToken: addressOf(61),
} as unknown as BaseResult;
