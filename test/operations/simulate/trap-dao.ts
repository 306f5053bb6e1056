import { parseEther, toQuantity, ZeroAddress } from "ethers";

import type { Eip1193Provider } from "../../../src/foundation/chain/provider.js";
import { SMALL_DAO, withBase, type ChainWithBase } from "../../engine/migration/with-base.js";
import { makeDao, type DaoOnChain } from "./dangerous-dao.js";

const DESCRIPTION = "a trap";
const SCHEMES = { ContributionReward: true, SchemeRegistrar: true, UpgradeScheme: true };

/** A DAO of one founder, whose proposals do not do what they say. Whatever calls as its avatar can do everything, as in dxDAO. */
export interface TrapDao extends DaoOnChain {
  readonly provider: Eip1193Provider;
  readonly propose: (name: string, functionName: string, args: unknown[]) => Promise<string>;
  readonly proposeEther: (amount: bigint, beneficiary: string) => Promise<string>;
  readonly multiCall: string;
  readonly genericScheme: string;
  readonly mock: string;
  readonly close: () => void;
}

/** Deploys the DAO on a chain in this process, with 10 ether in its treasury. `close` ends the chain. */
export async function openTrapDao(): Promise<TrapDao> {
  return await new Promise((resolve, reject) => {
    withBase("rc.57", async (chain) => {
      const trap = await make(chain);
      await new Promise<void>((close) => {
        resolve({ ...trap, close });
      });
    }).catch(reject);
  });
}

async function make(chain: ChainWithBase): Promise<Omit<TrapDao, "close">> {
  const { founders } = SMALL_DAO;
  const d = await makeDao(chain, { founders: [...founders], schemes: SCHEMES });
  const { dao, own, send, scheme } = d;
  const mock = await d.deploy("ActionMock");
  const by = [own.machine, own.hash];
  const multiCall = await d.initialized("GenericSchemeMultiCall", ...by, ZeroAddress);
  const genericScheme = await d.initialized("GenericScheme", ...by, mock);
  await d.registered(genericScheme, "10");
  await d.registered(multiCall, "10");
  await d.registered(dao.Avatar, "1f");
  const value = toQuantity(parseEther("10"));
  await d.ask("eth_sendTransaction", { from: d.deployer.account, to: dao.Avatar, value });
  const schemes: Readonly<Record<string, string>> = {
    ...{ GenericSchemeMultiCall: multiCall, GenericScheme: genericScheme },
  };
  return {
    ...{ ...d, provider: d.connection.provider, multiCall, genericScheme, mock },
    propose: async (name, functionName, args) =>
      await send(name, schemes[name] ?? scheme(name), functionName, [...args, DESCRIPTION]),
    proposeEther: async (amount, beneficiary) => {
      const reward = [0n, [0n, amount, 0n, 1n, 1n], ZeroAddress, beneficiary];
      const [name, args] = ["ContributionReward", [dao.Avatar, DESCRIPTION, ...reward]] as const;
      return await send(name, scheme(name), "proposeContributionReward", args);
    },
  };
}
