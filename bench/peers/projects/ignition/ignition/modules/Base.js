import { readFileSync } from "node:fs";
import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";

const { artifacts, steps } = JSON.parse(readFileSync("steps.json", "utf8"));

export default buildModule("Base", (m) => {
  const made = {};
  let last;
  const argument = (value) => {
    if (Array.isArray(value)) return value.map(argument);
    if (value?.ref !== undefined) return made[value.ref];
    return value?.integer === undefined ? value : BigInt(value.integer);
  };
  for (const { id, contract, on, call, args } of steps) {
    const given = args.map(argument);
    if (call === undefined) {
      made[id] = m.contract(contract, artifacts[contract], given, { id });
    } else {
      last = m.call(made[on], call, given, { id, after: last === undefined ? [] : [last] });
    }
  }
  return {};
});
