import { expect } from "chai";

import { nativePartError, withNativePart } from "../../../src/foundation/chain/native-part.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";
import { errorText } from "../../../src/output/terminal/error-text.js";
import { rejection } from "../../rejection.js";

describe("nativePartError", () => {
  const missing = new Error("Cannot find native binding. npm has a bug related to ...");

  it("says which part is missing, and how to install it", () => {
    const told = nativePartError(missing);
    expect(told).to.be.instanceOf(MigrationError);
    expect(told?.message).to.include(`${process.platform}-${process.arch}`);
    expect(told?.message).to.include("npm install --include=optional");
    expect(told?.cause).to.equal(missing);
  });

  it("leaves other errors alone", () => {
    expect(nativePartError(new Error("no route"))).to.equal(undefined);
    expect(nativePartError("Cannot find native binding")).to.equal(undefined);
  });

  it("replaces what opening a chain throws, and no other error", async () => {
    for (const [thrown, told] of [
      [missing, nativePartError(missing)?.message],
      [new Error("no route"), "no route"],
    ] as const) {
      const error = await rejection(withNativePart(async () => await Promise.reject(thrown)));
      expect(error.message).to.equal(told);
    }
  });

  it("also explains the error when a task has Hardhat open the chain", () => {
    expect(errorText(missing).message).to.equal(nativePartError(missing)?.message);
  });
});
