import type { Submission } from "../../../src/verify/submission.js";

/** A contract to submit to an explorer. */
export const SUBMISSION: Submission = {
  name: "Avatar",
  address: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  chainId: 100,
  source: {
    from: "@daostack/arc@0.0.1-rc.57",
    file: "contracts/controller/Avatar.sol",
    contractName: "Avatar",
    compiler: "0.5.17+commit.d19bba13",
    input: {},
    bytecode: "0x6080",
  },
  input: { language: "Solidity", sources: { "A.sol": { content: "contract A {}" } }, settings: {} },
  identifier: "contracts/controller/Avatar.sol:Avatar",
  creation: { transaction: `0x${"ab".repeat(32)}`, arguments: "00".repeat(31) + "07" },
};
