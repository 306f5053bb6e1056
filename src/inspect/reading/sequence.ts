import { AbiCoder, concat, dataLength, dataSlice, getAddress, toBeHex } from "ethers";

/** A call that may change state, which the next ones of its sequence see. */
export interface SequenceCall {
  readonly to: string;
  readonly data: string;
}

export interface SequenceOutcome {
  readonly success: boolean;
  /** What the call returned or reverted with. */
  readonly data: string;
}

/** Bytes of the program for one call. */
const STEP = 65;
/** Bytes that start it and that return. */
const [START, END] = [2, 3];

/**
 * Creation code that makes calls in order and returns what each answered. Given to `eth_call` without a
 * receiver, it shows what they would do one after the other, and nothing happens. No account and no
 * contract on the chain is needed.
 */
export function sequenceCode(calls: readonly SequenceCall[]): string {
  const program = START + STEP * calls.length + END;
  const places = calls.map((_, index) =>
    calls.slice(0, index).reduce((at, { data }) => at + dataLength(data), program),
  );
  const steps = calls.map(({ to, data }, index) => {
    const size = toBeHex(dataLength(data), 3).slice(2);
    const place = toBeHex(places[index]!, 3).slice(2);
    // On the stack: where in memory the answer goes (p). The call's data are copied there first.
    return [
      `62${size}62${place}8239`, // CODECOPY(p, place, size)
      `6000600062${size}836000`, // no room for an answer, size, p, no value
      `73${getAddress(to).slice(2)}5af1`, // CALL(gas, to, ...)
      "8152", // MSTORE(p, success)
      "3d8160200152", // MSTORE(p + 32, size of the answer)
      "3d6000826040013e", // RETURNDATACOPY(p + 64, 0, size of the answer)
      "3d01604001", // p += 64 + size of the answer
    ].join("");
  });
  const code = `0x6000${steps.join("")}6000f3`;
  return concat([code, ...calls.map(({ data }) => data)]);
}

/** What each call of a sequence answered. */
export function sequenceOutcomes(answer: string, count: number): readonly SequenceOutcome[] {
  const coder = AbiCoder.defaultAbiCoder();
  let place = 0;
  return Array.from({ length: count }, () => {
    const [success, size] = coder.decode(["bool", "uint256"], dataSlice(answer, place, place + 64));
    const from = place + 64;
    place = from + Number(size);
    return { success: success === true, data: dataSlice(answer, from, place) };
  });
}
