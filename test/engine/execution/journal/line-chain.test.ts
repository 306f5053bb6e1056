import { expect } from "chai";

import { LineChain } from "../../../../src/engine/execution/journal/line-chain.js";

describe("LineChain", () => {
  it("accepts lines in the order in which they were added, each once", () => {
    // SHA-256 of a line break and the text, as in files of this format.
    const [writer, reader] = [new LineChain(), new LineChain()];
    const [first, second] = [writer.add('{"a":1}'), writer.add('{"a":2}')] as [string, string];
    expect(first).to.equal('{"a":1,"check":"7395dc66860499cb2b8970e17094ec53"}');
    expect(reader.accepts(second)).to.equal(false);
    expect(reader.accepts(first)).to.equal(true);
    expect(reader.accepts(first)).to.equal(false);
    expect(reader.accepts(`${second} `)).to.equal(false);
    expect(reader.accepts(second)).to.equal(true);
  });
});
