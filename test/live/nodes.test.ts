import { access } from "node:fs/promises";

import { expect } from "chai";

import { rejection } from "../rejection.js";
import { startAnvil, startGanache, startHardhatNode, withNode, type TestNode } from "./nodes.js";
import { expectAsInProcess, KYBER, migrate, reference, withOutput } from "./support.js";

const NODES: Readonly<Record<string, () => Promise<TestNode>>> = {
  anvil: startAnvil,
  "ganache 7": startGanache,
  "hardhat node": startHardhatNode,
};

describe("migrating to a real node", () => {
  for (const [name, start] of Object.entries(NODES)) {
    it(`${name}: base, example DAO and demo test are what they are in process`, async () => {
      await withNode(start(), async (node) => {
        await withOutput(async (output) => {
          const steps: string[] = [];
          const { figures } = await migrate(node, {
            output,
            onMined: ({ step, count, total }) => steps.push(`${count}/${total} ${step}`),
          });
          const expected = await reference(node.mnemonic);
          await expectAsInProcess(node, output, expected);
          expect(figures.transactions).to.equal(expected.steps);
          expect(steps).to.have.length(expected.steps);
          expect(steps.at(-1)).to.match(new RegExp(`^${expected.steps}/${expected.steps} `));
          expect(await rejection(access(`${output}.journal`))).to.have.property("code", "ENOENT");
          expect(await rejection(access(`${output}.lock`))).to.have.property("code", "ENOENT");
        });
      });
    });

    it(`${name}: the DAO of 52 founders`, async () => {
      await withNode(start(), async (node) => {
        await withOutput(async (output) => {
          await migrate(node, { output, params: KYBER });
          const expected = await reference(node.mnemonic, undefined, KYBER);
          await expectAsInProcess(node, output, expected, KYBER);
        });
      });
    });
  }
});
