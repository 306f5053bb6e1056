import type { InitializedProject } from "../../operations/run/init/initialize-project.js";
import { command } from "./command.js";
import { pick } from "./flags.js";

export const init = command({
  name: "init",
  doors: ["task"],
  summary:
    "Writes what the project needs to test its DAO: parameters and a first test, or an example with a scheme of its own.",
  flags: pick("scheme", "quiet", "json"),
  async run({ scheme = false }, { hre }) {
    const { initializeProject } = await import("../../operations/run/init/initialize-project.js");
    // Only a task has this command.
    return await initializeProject(hre!, scheme);
  },
  show: (project) => ({
    json: project,
    summary: async () => {
      const { installCommand } = await import("../../foundation/support/peers.js");
      return wordsOf(project, installCommand());
    },
  }),
});

function wordsOf(project: InitializedProject, install: string): string {
  const { files, packages, plugins, config, solidity, next } = project;
  const lines = files.map(({ path, what, written }) =>
    written ? `Wrote ${path}: ${what}.` : `${path} already exists; left unchanged.`,
  );
  if (packages.length > 0) {
    lines.push(`\nThe test needs more packages:\n\n  ${install} ${packages.join(" ")}`);
  }
  if (plugins.length > 0) {
    const imports = plugins.map(({ name, from }) => `  import ${name} from "${from}";`);
    const names = plugins.map(({ name }) => name).join(", ");
    lines.push(
      `\nand in ${config}:\n\n${imports.join("\n")}\n\n  plugins: [daoMigration, ${names}, ...]`,
    );
  }
  if (solidity !== undefined) {
    lines.push(`\nThe contracts need this in ${config}:\n\n  solidity: "${solidity}",`);
  }
  return [...lines, `\nNext: ${next}`].join("\n");
}
