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
    description: "Simulate a reward to this address",
  })
  .addOption({ ...text, name: "ether", description: "Ether to pay, with --reward or --call" })
  .addOption({
    ...text,
    name: "tokens",
    description: "Whole tokens of the DAO to pay, with --reward",
  })
  .addOption({
    ...text,
    name: "reputation",
    description: "Whole units of reputation, with --reward; negative to take it away",
  })
  .addOption({ ...text, name: "externalToken", description: "Another token to pay, with --reward" })
  .addOption({
    ...text,
    name: "externalTokens",
    description: "Amount of --external-token to pay, in whole tokens",
  })
  .addOption({
    ...text,
    name: "call",
    description: "Simulate a call of this contract",
  })
  .addOption({ ...text, name: "data", description: "Data of the call, with --call" })
  .addOption({ ...text, name: "registerScheme", description: "Simulate registering this scheme" })
  .addOption({
    ...text,
    name: "permissions",
    description: "Permissions of --register-scheme: 4 bytes, such as 0x00000010",
  })
  .addOption({
    ...text,
    name: "paramsHash",
    description: "Parameters hash of --register-scheme or --add-constraint",
  })
  .addOption({
    ...text,
    name: "unregisterScheme",
    description: "Simulate unregistering this scheme",
  })
  .addOption({
    ...text,
    name: "addConstraint",
    description: "Simulate adding this global constraint",
  })
  .addOption({
    ...text,
    name: "removeConstraint",
    description: "Simulate removing this global constraint",
  })
  .addOption({
    ...text,
    name: "upgradeController",
    description: "Simulate upgrading to this controller",
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
