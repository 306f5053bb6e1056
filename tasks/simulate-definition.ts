import { BLOCK, FROM_BLOCK, OUTPUT_READ, QUIET, text } from "./options.js";
import { task } from "./task.js";

/** `dao:simulate`. */
export const SIMULATE = task(
  "dao:simulate",
  "Tells what a proposal would do, on a fork of the network",
)
  .addPositionalArgument({
    ...text,
    name: "proposal",
    description: "Id of the proposal, or its beginning; by default all that are pending",
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
  .addOption({ ...text, name: "file", description: "JSON of a proposal that is not made yet" })
  .addOption({
    ...text,
    name: "reward",
    description: "Of a reward that is not proposed yet: who gets it",
  })
  .addOption({ ...text, name: "ether", description: "Of a reward or a call: whole ether" })
  .addOption({ ...text, name: "tokens", description: "Of a reward: whole tokens of the DAO" })
  .addOption({ ...text, name: "reputation", description: "Of a reward: whole reputation" })
  .addOption({ ...text, name: "externalToken", description: "Of a reward: another token" })
  .addOption({
    ...text,
    name: "externalTokens",
    description: "Of a reward: how much of it, in whole tokens",
  })
  .addOption({
    ...text,
    name: "call",
    description: "Of a call that is not proposed yet: the contract",
  })
  .addOption({ ...text, name: "data", description: "Of a call: its data" })
  .addOption({ ...text, name: "registerScheme", description: "A scheme to register" })
  .addOption({ ...text, name: "permissions", description: "Of a scheme to register: 4 bytes" })
  .addOption({
    ...text,
    name: "paramsHash",
    description: "Of a scheme or constraint: its parameters",
  })
  .addOption({ ...text, name: "unregisterScheme", description: "A scheme to unregister" })
  .addOption({ ...text, name: "addConstraint", description: "A global constraint to add" })
  .addOption({ ...text, name: "removeConstraint", description: "A global constraint to remove" })
  .addOption({ ...text, name: "upgradeController", description: "A controller to hand the DAO to" })
  .addOption({
    ...text,
    name: "through",
    description: "The scheme that proposes it, where several may",
  })
  .addOption({ ...text, name: "description", description: "File with the proposal's text" })
  .addOption({
    ...text,
    name: "expect",
    description: "JSON list of what has to be so before and after",
  })
  .addOption({ ...text, name: "verify", description: "File of a simulation to run again" })
  .addOption({
    ...text,
    name: "calldata",
    description: "Write the transactions as they were simulated",
  })
  .addOption({
    ...text,
    name: "safe",
    description: "Write those that anybody may send for Safe's transaction builder",
  })
  .addFlag({ name: "alone", description: "Do not try it with other pending proposals" })
  .addFlag({ name: "markdown", description: "Print what came out as Markdown" })
  .addFlag({ name: "failOnWarning", description: "Fail where there is a warning, too" })
  .addFlag({ ...QUIET, description: "Show no progress" })
  .addFlag({ name: "json", description: "Print what came out as JSON" })
  .setAction(() => import("./simulate.js"))
  .build();
