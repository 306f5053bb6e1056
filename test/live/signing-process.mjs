import { Wallet } from "ethers";

// A signer in its own process: the key is generated here and never leaves.
const wallet = Wallet.createRandom();

process.on("message", async ({ id, transaction }) => {
  process.send({ id, raw: await wallet.signTransaction(transaction) });
});
process.send({ address: wallet.address });
