import { dataSlice, Interface, type FunctionFragment, type InterfaceAbi } from "ethers";

import { functionBySelector } from "../../../foundation/arc/abi-index.js";
import { rememberedFor } from "../../../foundation/arc/abi-memory.js";
import type { CallDescription } from "../description.js";
import type { BlockReader } from "../reading/block-reader.js";
import { jsonByName } from "../reading/contract.js";
import { abiOf, describeContract } from "../reading/identify.js";

/** ABIs by address in lower case. */
export type GivenAbis = ReadonlyMap<string, Interface>;

/** Functions of common tokens, to decode calls to unknown contracts. */
const COMMON = new Interface([
  "function transfer(address to, uint256 amount)",
  "function transferFrom(address from, address to, uint256 amount)",
  "function approve(address spender, uint256 amount)",
  "function mint(address to, uint256 amount)",
  "function increaseAllowance(address spender, uint256 amount)",
  "function safeTransferFrom(address from, address to, uint256 tokenId)",
  "function setApprovalForAll(address operator, bool approved)",
  "function transferOwnership(address newOwner)",
]);

/** @throws TypeError from ethers for an invalid ABI */
export function givenAbis(abis: Readonly<Record<string, unknown>>): GivenAbis {
  return new Map(
    Object.entries(abis).map(([address, abi]) => [
      address.toLowerCase(),
      new Interface(abi as InterfaceAbi),
    ]),
  );
}

export async function describeCall(
  reader: BlockReader,
  call: { readonly to: string; readonly data: string; readonly value: bigint },
  abis: GivenAbis,
): Promise<CallDescription> {
  const to = await describeContract(reader, call.to);
  const candidates = [
    ["code", abiOf(to)],
    ["given", abis.get(to.address.toLowerCase())],
    ["guess", COMMON],
  ] as const;
  const described = { to, value: String(call.value), data: call.data };
  for (const [knownBy, abi] of candidates) {
    const decoded = abi === undefined ? undefined : decode(abi, call.data);
    if (decoded !== undefined) return { ...described, function: { ...decoded, knownBy } };
  }
  return described;
}

type DecodedCall = Pick<NonNullable<CallDescription["function"]>, "signature" | "args">;

function decode(abi: Interface, data: string): DecodedCall | undefined {
  try {
    const fragment = functionBySelector(abi, dataSlice(data, 0, 4));
    if (fragment === undefined) return undefined;
    return rememberedFor(fragment, `call ${data}`, () => decodeAs(fragment, abi, data));
  } catch {
    return undefined;
  }
}

function decodeAs(
  fragment: FunctionFragment,
  abi: Interface,
  data: string,
): DecodedCall | undefined {
  const args = abi.decodeFunctionData(fragment, data).toArray(true);
  // Other data may decode by chance, but does not encode to the same bytes again.
  if (abi.encodeFunctionData(fragment, args) !== data.toLowerCase()) return undefined;
  const inputs = fragment.inputs.map((input) => input.format("full")).join(", ");
  return { signature: `${fragment.name}(${inputs})`, args: jsonByName(args, fragment.inputs) };
}
