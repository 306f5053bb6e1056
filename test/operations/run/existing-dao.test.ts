import { expect } from "chai";
import { Interface } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { Target } from "../../../src/foundation/chain/target.js";
import { DaoExistsError } from "../../../src/foundation/support/errors.js";
import { requireNewDao } from "../../../src/operations/run/existing-dao.js";
import type { MigrationTerms } from "../../../src/operations/run/prepare.js";
import { account } from "../../engine/inspect/sample-inspection.js";

const ABI = new Interface([
  "function isSchemeRegistered(address, address) view returns (bool)",
  "function owner() view returns (address)",
  "function isRegister(string) view returns (bool)",
]);
const DEPLOYER = account(1);
const [AVATAR, TOKEN, REPUTATION, CONTROLLER] = [account(2), account(3), account(4), account(5)];
const [SCHEME, OTHER, CREATOR, REGISTRY] = [account(6), account(7), account(8), account(9)];
const SCHEMES = [SCHEME, OTHER].map((address) => ({ name: "UpgradeScheme", address }));

/** A recorded DAO as it is on its chain, of whose making nothing is left to do. */
const DONE = {
  registered: [SCHEME, OTHER],
  /** Contracts that the deployer still owns. */
  owned: [] as readonly string[],
  lacksCode: [] as readonly string[],
  isListed: true,
  schemes: SCHEMES,
  parameters: {},
};

const OWN = { useDaoCreator: false };
const KEEPS = { ...OWN, unregisterOwner: false };
const STAYS = [SCHEME, OTHER, DEPLOYER];

/** What is on the chain, and whether the same migration finishes the DAO, or says that it exists. */
const CASES: Readonly<Record<string, readonly [boolean, Partial<typeof DONE>]>> = {
  "has no step left": [false, {}],
  "lacks a contract": [true, { lacksCode: [TOKEN] }],
  "has no scheme": [true, { registered: [] }],
  "lost one of two schemes since, by a vote": [false, { registered: [OTHER] }],
  "was to have no schemes": [false, { registered: [], schemes: [] }],
  "is still its creator's": [true, { registered: [SCHEME, OTHER, CREATOR] }],
  "is its account's no longer": [false, { parameters: OWN }],
  "is its account's, which was to leave": [true, { parameters: OWN, registered: STAYS }],
  "is its account's, which was to stay": [false, { parameters: KEEPS, registered: STAYS }],
  "lacks one of its schemes": [true, { parameters: KEEPS, registered: [SCHEME, DEPLOYER] }],
  "has a part that its account owns": [
    true,
    { parameters: KEEPS, registered: STAYS, owned: [REPUTATION] },
  ],
  "is in no list": [
    true,
    { parameters: KEEPS, registered: STAYS, owned: [REGISTRY], isListed: false },
  ],
  "is in no list, as another account keeps it": [
    false,
    { parameters: KEEPS, registered: STAYS, isListed: false },
  ],
};

async function termsOf(on: typeof DONE): Promise<MigrationTerms> {
  const release = await openArcRelease("rc.57");
  const answers: Readonly<Record<string, (to: string, first: string) => unknown>> = {
    isSchemeRegistered: (_to, scheme) => on.registered.includes(scheme),
    owner: (to) => (on.owned.includes(to) ? DEPLOYER : AVATAR),
    isRegister: () => on.isListed,
  };
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      if (method === "eth_getCode") return on.lacksCode.includes(String(params[0])) ? "0x" : "0x60";
      const { to, data } = params[0] as { readonly to: string; readonly data: string };
      const { name, args } = ABI.parseTransaction({ data })!;
      const answer = answers[name]!(to, String(args.toArray()[0]));
      return await Promise.resolve(ABI.encodeFunctionResult(name, [answer]));
    },
  };
  const network = { name: "private", chainId: 31337 } as const;
  const parts = { NativeToken: TOKEN, NativeReputation: REPUTATION, Controller: CONTROLLER };
  const dao = { name: "Small", Avatar: AVATAR, ...parts, Schemes: on.schemes };
  const base = { DaoCreator: CREATOR, DAORegistry: REGISTRY };
  return {
    target: new Target(provider, { ...network, genesis: "0x", inProcess: false }),
    facts: { network, account: DEPLOYER, testAccounts: [], transactionGasLimit: 1n },
    prepared: {
      ...{ sections: ["dao"], release },
      dao: { parameters: on.parameters, artifacts: {}, raw: {} },
    },
    file: { path: "m.json", sections: { base }, madeFrom: () => dao },
    existing: {},
  } as unknown as MigrationTerms;
}

describe("a recorded DAO from the same inputs", () => {
  for (const [what, [isFinished, on]] of Object.entries(CASES)) {
    it(`is ${isFinished ? "finished" : "not made again"} if it ${what}`, async () => {
      const outcome = await requireNewDao({}, await termsOf({ ...DONE, ...on })).catch(
        (error: unknown) => error,
      );
      if (isFinished) expect(outcome).to.equal("take");
      else expect(outcome).to.be.instanceOf(DaoExistsError);
    });
  }
});
