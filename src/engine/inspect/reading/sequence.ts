import { concat, dataLength, getAddress, getBytes, hexlify, toBeHex, toBigInt } from "ethers";

/** A call that may change state, visible to the later calls of its sequence. */
export interface SequenceCall {
  readonly to: string;
  readonly data: string;
}

export interface SequenceOutcome {
  readonly success: boolean;
  /** What the call returned or reverted with. */
  readonly data: string;
}

/** Bytes of code per call. */
const STEP = 65;
/** Bytes of code at the start and for the return. */
const [START, END] = [2, 3];
const WORD = 32;

/**
 * Creation code that makes calls in order and returns what each returned. As an `eth_call` without a receiver, it
 * simulates them one after the other without changing the chain. It needs no account and no contract on the chain.
 */
export function sequenceCode(calls: readonly SequenceCall[]): string {
  let next = START + STEP * calls.length + END;
  const steps = calls.map(({ to, data }) => {
    const size = toBeHex(dataLength(data), 3).slice(2);
    const place = toBeHex(next, 3).slice(2);
    next += dataLength(data);
    // The stack has the memory position of the next outcome (p). The call data is copied there first.
    return [
      `62${size}62${place}8239`, // CODECOPY(p, place, size)
      `6000600062${size}836000`, // no room for return data, size, p, no value
      `73${getAddress(to).slice(2)}5af1`, // CALL(gas, to, ...)
      "8152", // MSTORE(p, success)
      "3d8160200152", // MSTORE(p + 32, size of the return data)
      "3d6000826040013e", // RETURNDATACOPY(p + 64, 0, size of the return data)
      "3d01604001", // p += 64 + size of the return data
    ].join("");
  });
  const code = `0x6000${steps.join("")}6000f3`;
  return concat([code, ...calls.map(({ data }) => data)]);
}

/** Decodes the outcome of each call of a sequence. */
export function sequenceOutcomes(answer: string, count: number): readonly SequenceOutcome[] {
  const bytes = getBytes(answer);
  const word = (at: number): bigint => toBigInt(bytes.subarray(at, at + WORD));
  let place = 0;
  return Array.from({ length: count }, () => {
    const [success, size] = [word(place), Number(word(place + WORD))];
    const from = place + 2 * WORD;
    place = from + size;
    if (place > bytes.length) throw new Error("Only some calls of a sequence were answered.");
    return { success: success === 1n, data: hexlify(bytes.subarray(from, place)) };
  });
}
