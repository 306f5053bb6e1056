import type { AddressWord, Argument } from "../../foundation/params/parameters.js";

/** The values of a parameters file's references in one DAO. */
export interface ReferenceValues {
  readonly addresses: Readonly<Record<AddressWord, string>>;
  readonly voteHashes: readonly string[];
  readonly standAloneAddresses: readonly string[];
}

export function fillReferences(args: readonly Argument[], values: ReferenceValues): unknown[] {
  return args.map((argument) => {
    if (Array.isArray(argument)) return fillReferences(argument as readonly Argument[], values);
    if (typeof argument !== "object") return argument;
    if ("standAloneContract" in argument)
      return values.standAloneAddresses[argument.standAloneContract];
    if ("voteParams" in argument) return values.voteHashes[argument.voteParams];
    return "address" in argument ? values.addresses[argument.address] : argument;
  });
}
