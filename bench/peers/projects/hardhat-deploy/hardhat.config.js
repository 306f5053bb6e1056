require("hardhat-deploy");

module.exports = {
  networks: {
    peer: { url: process.env.PEER_URL ?? "http://127.0.0.1:8545", saveDeployments: true },
  },
  namedAccounts: { deployer: 0 },
};
