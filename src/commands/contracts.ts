import { command } from "./command.js";
import { flags } from "./flags.js";
import { openRelease, releaseFlags } from "./release.js";

export const contracts = command({
  name: "contracts",
  summary: "Lists the contracts of an Arc release, or prints the ABI of one.",
  flags: { ...releaseFlags, abi: flags.abi },
  examples: [["contracts --abi Avatar", "print the ABI of the avatar, as JSON"]],
  async run({ abi, ...options }, context) {
    const release = await openRelease(options, context);
    return abi === undefined
      ? { names: release.contractNames }
      : { abi: release.artifact(abi).abi };
  },
  show: ({ names, abi }) => ({
    json: names ?? abi,
    text: () => names?.join("\n") ?? JSON.stringify(abi, null, 2),
  }),
});
