import { shownPath } from "../../foundation/support/shown-path.js";
import { command } from "./command.js";
import { pick } from "./flags.js";

export const addresses = command({
  name: "addresses",
  summary: "Prints the addresses of a result file in another tool's format.",
  flags: {
    ...pick("result", "format", "into", "quiet", "json"),
  },
  async run({ result = "", into }) {
    const { daostackShapeOf, mergeInto } =
      await import("../../foundation/result/daostack-shape.js");
    const shape = await daostackShapeOf(result);
    if (into !== undefined) await mergeInto(into, shape);
    return shape;
  },
  show(shape, { into }) {
    const networks = Object.keys(shape).join(", ");
    return {
      json: shape,
      text: into === undefined ? () => JSON.stringify(shape, null, 2) : undefined,
      summary:
        into === undefined
          ? undefined
          : () => `Merged the addresses on ${networks} into ${shownPath(into)}.`,
    };
  },
});
