import { BLOCK, FROM_BLOCK, OUTPUT_READ, QUIET, text } from "./options.js";
import { task } from "./task.js";

/** `dao:simulate`. */
export const SIMULATE = task(
  "dao:simulate",
  "Show what a proposal would do, on a fork of the network",
)
  .addPositionalArgument({
    ...text,
    name: "proposal",
    description: "Id of the proposal, or its first digits; by default all pending proposals",
  })
  .addOption({ ...text, name: "avatar", description: "Address of the DAO's avatar" })
  .addOption({
    ...text,
    name: "section",
    description: "Which DAO of the result file: dao or test",
  })
  .addOption(OUTPUT_READ)
  .addOption({ ...BLOCK, description: "Fork at this block" })
  .addOption(FROM_BLOCK)
  .addOption({ ...text, name: "file", description: "JSON of a proposal that does not exist yet" })
  .addOption({
    ...text,
    name: "reward",
    description: "Simulate a new reward: its beneficiary",
  })
  .addOption({ ...text, name: "ether", description: "Of a reward or call: amount in ether" })
  .addOption({
    ...text,
    name: "tokens",
    description: "Of a reward: amount of the DAO's token, in whole tokens",
  })
  .addOption({
    ...text,
    name: "reputation",
    description: "Of a reward: whole units of reputation; negative to take it away",
  })
  .addOption({ ...text, name: "externalToken", description: "Of a reward: another token" })
  .addOption({
    ...text,
    name: "externalTokens",
    description: "Of a reward: amount of the other token, in whole tokens",
  })
  .addOption({
    ...text,
    name: "call",
    description: "Simulate a new call: the contract to call",
  })
  .addOption({ ...text, name: "data", description: "Of a call: its data" })
  .addOption({ ...text, name: "registerScheme", description: "A scheme to register" })
  .addOption({ ...text, name: "permissions", description: "Of a scheme to register: 4 bytes" })
  .addOption({
    ...text,
    name: "paramsHash",
    description: "Of a scheme or constraint: hash of its parameters",
  })
  .addOption({ ...text, name: "unregisterScheme", description: "A scheme to unregister" })
  .addOption({ ...text, name: "addConstraint", description: "A global constraint to add" })
  .addOption({ ...text, name: "removeConstraint", description: "A global constraint to remove" })
  .addOption({
    ...text,
    name: "upgradeController",
    description: "A controller to upgrade the DAO to",
  })
  .addOption({
    ...text,
    name: "through",
    description: "The scheme to propose it through, if several can",
  })
  .addOption({ ...text, name: "description", description: "File with the proposal's text" })
  .addOption({
    ...text,
    name: "expect",
    description: "JSON list of expectations before and after",
  })
  .addOption({
    ...text,
    name: "verify",
    description: "Output file of --json: repeat the simulation and compare",
  })
  .addOption({
    ...text,
    name: "calldata",
    description: "Write the simulated transactions as JSON",
  })
  .addOption({
    ...text,
    name: "safe",
    description: "Write those that anyone may send, for Safe's Transaction Builder",
  })
  .addFlag({ name: "alone", description: "Don't combine it with other pending proposals" })
  .addFlag({ name: "markdown", description: "Print the outcome as Markdown" })
  .addFlag({ name: "failOnWarning", description: "Also fail if there is a warning" })
  .addFlag({ ...QUIET, description: "Show no progress" })
  .addFlag({ name: "json", description: "Print the outcome as JSON" })
  .setAction(() => import("./simulate.js"))
  .build();
