import type { NetworkConnection } from "hardhat/types/network";

export const STRANGER = "0x1234567890123456789012345678901234567890";

export async function request<T>(
  { provider }: NetworkConnection,
  method: string,
  ...params: unknown[]
): Promise<T> {
  return (await provider.request({ method, params })) as T;
}

/** Returns the stranger's balance, in wei. */
export async function balance(connection: NetworkConnection): Promise<number> {
  return Number(await request(connection, "eth_getBalance", STRANGER, "latest"));
}

/** Returns a cheap fixture that sets the stranger's balance, in wei, and counts its runs. */
export function rich(wei: number) {
  const made = { times: 0, wei };
  const richStranger = async (connection: NetworkConnection) => {
    await request(connection, "hardhat_setBalance", STRANGER, `0x${wei.toString(16)}`);
    await request(connection, "evm_mine");
    made.times++;
    return made;
  };
  return { made, fixture: richStranger };
}

/** Loads `count` fixtures alternately until each has its own chain. */
export async function alternating(connection: NetworkConnection, count: number) {
  const all = Array.from({ length: count }, (_, index) => rich(index + 1));
  for (let round = 0; round < 2; round++) {
    for (const { fixture } of all) await connection.dao.load(fixture);
  }
  return all;
}
