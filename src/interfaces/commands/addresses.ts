import { command } from "./command.js";
import { pick } from "./flags.js";

export const addresses = command({
  name: "addresses",
  summary: "Prints the addresses of a result file in another tool's format.",
  flags: pick("result", "format", "quiet", "json"),
  async run({ result = "" }) {
    const { daostackShapeOf } = await import("../../foundation/result/daostack-shape.js");
    return await daostackShapeOf(result);
  },
  show: (shape) => ({ json: shape, document: () => JSON.stringify(shape, null, 2) }),
});
