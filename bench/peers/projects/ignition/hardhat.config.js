import ignition from "@nomicfoundation/hardhat-ignition";

export default {
  plugins: [ignition],
  networks: {
    peer: { type: "http", url: process.env.PEER_URL ?? "http://127.0.0.1:8545" },
  },
  // A node that mines at once; by default it would wait for five blocks that nobody mines.
  ignition: { requiredConfirmations: 1, blockPollingInterval: 100 },
};
