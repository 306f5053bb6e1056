import { expect } from "chai";
import { task as hardhatTask } from "hardhat/config";

import { tasks } from "../../tasks/definitions.js";

describe("task", () => {
  for (const definition of tasks) {
    it(`describes ${definition.id.join(" ")} as Hardhat's own builder does, which finds nothing wrong`, () => {
      const [id = ""] = definition.id;
      let builder = hardhatTask(id, definition.description);
      for (const option of Object.values(definition.options)) {
        // The method implies a flag's type.
        builder =
          (option.type as string) === "FLAG" ? builder.addFlag(option) : builder.addOption(option);
      }
      for (const argument of definition.positionalArguments) {
        builder = builder.addPositionalArgument(argument as { name: string });
      }
      const { action } = definition as unknown as { action: () => Promise<never> };
      expect(definition).to.deep.equal(builder.setAction(action).build());
    });
  }

  it("has an action that can be loaded, for every task", async () => {
    for (const definition of tasks) {
      const { action } = definition as unknown as { action: () => Promise<{ default: unknown }> };
      expect((await action()).default, definition.id.join(" ")).to.be.a("function");
    }
  });
});
