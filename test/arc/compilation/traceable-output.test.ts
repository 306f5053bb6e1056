import { expect } from "chai";

import { traceableOutput } from "../../../src/arc/compilation/traceable-output.js";

describe("traceableOutput", () => {
  it("has every contract of the syntax trees, because a missing one would end the process", () => {
    const nodes = [
      { nodeType: "PragmaDirective" },
      { nodeType: "ContractDefinition", name: "Own" },
      { nodeType: "ContractDefinition", name: "Base" },
    ];
    const bytecode = { object: "60", opcodes: "PUSH1", sourceMap: "1:2:0", linkReferences: {} };
    const { contracts } = traceableOutput({
      sources: { "a.sol": { id: 0, ast: { nodes } }, "b.sol": { id: 1, ast: {} } },
      contracts: { "a.sol": { Own: { abi: [{}], evm: { bytecode, deployedBytecode: bytecode } } } },
    });
    const code = { ...bytecode, opcodes: "" };
    const none = { object: "", opcodes: "", sourceMap: "", linkReferences: {} };
    expect(contracts).to.deep.equal({
      "a.sol": {
        Own: {
          abi: [{}],
          evm: { bytecode: code, deployedBytecode: code, methodIdentifiers: {} },
        },
        Base: {
          abi: [],
          evm: { bytecode: none, deployedBytecode: none, methodIdentifiers: {} },
        },
      },
      "b.sol": {},
    });
  });
});
