import { expect } from "chai";

import { SMALL_DAO } from "../engine/migration/with-base.js";
import { startAnvil } from "./nodes.js";
import { usePrepared } from "./prepared.js";
import { deployerOf, expectOnChain, migrate, nonceOf, readResult } from "./support.js";

const SCHEMES = {
  schemes: { ContributionReward: true },
  ContributionReward: [{ voteParams: 0 }],
};
const CASES = [
  ["DaoCreator without schemes", 1, { useDaoCreator: true }],
  ["DaoCreator with a scheme", 4, { useDaoCreator: true, ...SCHEMES }],
  [
    "the account's own transactions",
    1,
    { useDaoCreator: false, unregisterOwner: true, ...SCHEMES },
  ],
] as const;

describe("a migration whose last blocks are reorganized away after its end", () => {
  const it = usePrepared(
    (node, output) => migrate(node, { output, sections: ["base"] }),
    async () => await startAnvil(),
  );

  for (const [what, depth, more] of CASES) {
    it(`is finished by the same command: ${what}, ${depth} blocks`, async (node, output) => {
      const params = { ...SMALL_DAO, ...more };
      const options = { output, sections: ["dao"], params } as const;
      await migrate(node, options);
      const account = deployerOf(node.mnemonic).address;
      const sent = await nonceOf(node.provider, account);
      const { dao } = await readResult(output);
      await node.provider.request({ method: "anvil_reorg", params: [depth, []] });
      expect(await nonceOf(node.provider, account)).to.equal(sent - depth);

      await migrate(node, options);
      expect(await nonceOf(node.provider, account)).to.equal(sent);
      expect((await readResult(output)).dao?.Avatar).to.equal(dao?.Avatar);
      await expectOnChain(node, output, params);
    });
  }
});
