import { dataLength, dataSlice, getBytes } from "ethers";

const [PUSH1, PUSH32, JUMPDEST] = [0x60, 0x7f, 0x5b];
/** STOP, JUMP, RETURN, REVERT, INVALID, SELFDESTRUCT: what follows is run only after a JUMPDEST, or is no code. */
const ENDS: readonly number[] = [0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff];

/** The steps that code may run, in order, each with the two that follow it. */
export function* stepsOf(
  code: string,
): Generator<{ readonly step: number; readonly next: readonly number[] }> {
  const bytes = getBytes(code);
  let isRun = true;
  for (let at = 0; at < bytes.length; at++) {
    const step = bytes[at]!;
    isRun = step === JUMPDEST || (isRun && !ENDS.includes(step));
    if (step >= PUSH1 && step <= PUSH32) at += step - PUSH1 + 1;
    if (isRun) yield { step, next: [...bytes.slice(at + 1, at + 3)] };
  }
}

const [DELEGATECALL, CALLCODE, SELFDESTRUCT] = [0xf4, 0xf2, 0xff];

/** Whether code may run other code as its own. */
export function runsForeignCode(code: string): boolean {
  const steps = stepsOf(runnablePart(code));
  return [...steps].some(({ step }) => step === DELEGATECALL || step === CALLCODE);
}

/** Whether code may remove itself from its address, by its own steps or by those of other code. */
export function mayVanish(code: string): boolean {
  const steps = stepsOf(runnablePart(code));
  return runsForeignCode(code) || [...steps].some(({ next }) => next[0] === SELFDESTRUCT);
}

/** Code before its metadata: Solidity puts that at the end, and its length in the last two bytes. */
function runnablePart(code: string): string {
  const length = dataLength(code);
  const metadata = Number.parseInt(code.slice(-4), 16) + 2;
  return metadata < Math.min(length, 128) ? dataSlice(code, 0, length - metadata) : code;
}

/** What code may look at that differs from transaction to transaction, and that hardly any honest code does. */
const RARE: Readonly<Record<number, readonly [name: string, words: string]>> = {
  0x32: ["ORIGIN", "who sent the transaction"],
  0x3a: ["GASPRICE", "the gas price"],
  0x40: ["BLOCKHASH", "the hash of a block"],
  0x41: ["COINBASE", "the coinbase"],
  0x44: ["PREVRANDAO", "the block's random value"],
  0x45: ["GASLIMIT", "the block's gas limit"],
  0x48: ["BASEFEE", "the base fee"],
  0x49: ["BLOBHASH", "the transaction's blobs"],
  0x4a: ["BLOBBASEFEE", "the price of blobs"],
};

/** On Arbitrum, contracts see the numbers of another chain's blocks, but not on a fork. */
const RARE_ON_ROLLUPS: typeof RARE = { 0x43: ["NUMBER", "the number of another chain's block"] };

/**
 * What code may look at, in words, by the name of the step.
 * @param block any of its chain
 */
export function rareLooks(code: string, block: object): ReadonlyMap<string, string> {
  const rares = "l1BlockNumber" in block ? { ...RARE, ...RARE_ON_ROLLUPS } : RARE;
  const found = new Map<string, string>();
  for (const { step } of stepsOf(code)) {
    const rare = rares[step];
    if (rare !== undefined) found.set(...rare);
  }
  return found;
}
