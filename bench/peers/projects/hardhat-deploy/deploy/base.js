const { readFileSync } = require("node:fs");

module.exports = async ({ deployments, getNamedAccounts }) => {
  const { deployer: from } = await getNamedAccounts();
  const { artifacts, steps } = JSON.parse(readFileSync("steps.json", "utf8"));
  const made = {};
  const argument = (value) => {
    if (Array.isArray(value)) return value.map(argument);
    if (value?.ref !== undefined) return made[value.ref];
    return value?.integer === undefined ? value : BigInt(value.integer);
  };
  for (const { id, contract, on, call, args } of steps) {
    const given = args.map(argument);
    if (call === undefined) {
      const options = { from, contract: artifacts[contract], args: given };
      made[id] = (await deployments.deploy(id, options)).address;
    } else {
      await deployments.execute(on, { from }, call, ...given);
    }
  }
};
