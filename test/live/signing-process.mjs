import { Wallet } from "ethers";

// A signer in a process of its own: the key is made here and never leaves.
const wallet = Wallet.createRandom();

process.on("message", async ({ id, transaction }) => {
  process.send({ id, raw: await wallet.signTransaction(transaction) });
});
process.send({ address: wallet.address });
