import { resolve } from "node:path";

import { DEFAULTS, REPORT_BEGINS } from "../../foundation/support/defaults.js";
import { shownPath } from "../../foundation/support/shown-path.js";
import { command } from "./command.js";
import { adapted } from "./flag.js";
import { flags, reading, pick } from "./flags.js";
import { readingInputs } from "./reading.js";

export const report = command({
  name: "report",
  library: "reportDao",
  summary: "Writes everything a chain says about a DAO as one HTML page that works offline.",
  positional: ["avatar"],
  flags: {
    ...reading,
    output: adapted(flags.output, {
      about: "HTML file to write",
      default: DEFAULTS.report,
      replaces: { begins: REPORT_BEGINS },
    }),
    overwrite: adapted(flags.overwrite, { about: "replace any file, not only a report" }),
    params: adapted(flags.params, {
      about: "migration parameters to compare the DAO with (default: no comparison)",
    }),
    ...pick("arcVersion", "customAbis", "silenced", "simulate", "simulations", "abis", "token"),
  },
  conflicts: [["simulate", "simulations", "both say what proposals do"]],
  examples: [
    ["report", `report on the DAO of ./migration.json, on localhost:8545, in ${DEFAULTS.report}`],
    [
      "report 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example -o dxdao.html",
      "report on any DAO, by its avatar",
    ],
    ["report --params my-dao.json", "include the differences from its parameters"],
    ["report --simulate", "include what pending proposals would do; takes a few seconds each"],
  ],
  remarks: "The same chain and block (--block) give the same page.",
  async run(options, context) {
    const [{ reportDao }, { allSilences }] = await Promise.all([
      import("./reporting.js"),
      import("../../operations/check/report/silences.js"),
    ]);
    const { params } = options;
    const silenced = await allSilences(context.config.silenced, options.silenced);
    return await reportDao({
      ...(await readingInputs(options, context)),
      silenced,
      // Not those of the configuration: they belong to one DAO, and this may be another.
      params: typeof params === "string" ? resolve(params) : params,
    });
  },
  show: ({ html, ...facts }, { output = "" }) => ({
    json: { page: output, ...facts },
    summary: () => {
      const size = Math.ceil(Buffer.byteLength(html) / 1000).toLocaleString("en-US");
      return `Wrote ${shownPath(output)} (${size} kB). Open it in a browser; it needs no network.`;
    },
    files: { output: () => html },
  }),
});
