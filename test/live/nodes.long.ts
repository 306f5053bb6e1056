import { access } from "node:fs/promises";

import { expect } from "chai";

import { rejection } from "../rejection.js";
import { startAnvil, startGanache, startHardhatNode, type TestNode } from "./nodes.js";
import { onNode, expectAsInProcess, KYBER, migrate, reference } from "./support.js";

const NODES: Readonly<Record<string, () => Promise<TestNode>>> = {
  anvil: startAnvil,
  "ganache 7": startGanache,
  "hardhat node": startHardhatNode,
};

describe("migrating to a real node", () => {
  for (const [name, start] of Object.entries(NODES)) {
    it(`${name}: base, a DAO of 52 founders and demo test are the same as in process`, async () => {
      await onNode(start(), async (node, output) => {
        const steps: string[] = [];
        const { figures } = await migrate(node, {
          output,
          params: KYBER,
          onMined: ({ step, count, total }) => steps.push(`${count}/${total} ${step}`),
        });
        const expected = await reference(node.mnemonic, undefined, KYBER);
        await expectAsInProcess(node, output, expected, KYBER);
        expect(figures.transactions).to.equal(expected.steps);
        expect(steps).to.have.length(expected.steps);
        expect(steps.at(-1)).to.match(new RegExp(`^${expected.steps}/${expected.steps} `));
        expect(await rejection(access(`${output}.journal`))).to.have.property("code", "ENOENT");
        expect(await rejection(access(`${output}.lock`))).to.have.property("code", "ENOENT");
      });
    });
  }
});
