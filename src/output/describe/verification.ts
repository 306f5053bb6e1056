import { blockIfAny, count, group, line, type Inline, type Parts } from "../document/document.js";
import type { Verification } from "../../operations/verify/verification.js";
import type { VerifiedSources } from "../../operations/verify/verify-sources.js";

/** What was verified: a row for each contract, and what to know of it. */
export function verificationDocument({ chain, contracts, leftOut = [] }: VerifiedSources): Parts {
  const verified = contracts.filter((each) => each.verified).length;
  const all = count(contracts.length, "contract");
  const what = verified === contracts.length ? `${all}, code and sources` : `${verified} of ${all}`;
  const unknownCreation = contracts.filter((each) => each.creation === "not known").length;
  return [
    group(line`${{ untrusted: chain.name }} (chain ID ${chain.chainId})`),
    group({
      caption: "Contracts",
      heads: ["contract", "address", "code on the chain", "sources"],
      rows: contracts.map((each) => {
        return [placeOf(each), { address: each.address }, codeOf(each), sourcesOf(each)];
      }),
    }),
    group(
      contracts.map(
        (each) => each.note !== undefined && line`${placeOf(each)}: ${{ sentence: each.note }}`,
      ),
    ),
    unknownCreation > 0 &&
      group(
        line(
          `Who created ${unknownCreation} of them is not known, so their storage may hold anything: the node has no old state or traces, or the hash in --block-hash does not prove them.`,
        ),
      ),
    blockIfAny(
      "Not verified, though the DAO uses it",
      leftOut.map(
        ({ what, address, reason }) =>
          line`${{ untrusted: what }}${address !== undefined && [" ", { address }]}: ${{ sentence: reason }}`,
      ),
    ),
    group(line(`Verified: ${what}.`)),
  ];
}

/** The same as JSON, without the sources themselves. */
export function verificationJson(found: VerifiedSources): unknown {
  const { chain, contracts, leftOut, verified } = found;
  return {
    network: chain.name,
    chainId: chain.chainId,
    verified,
    contracts: contracts.map(({ source, takesArguments: _, ...rest }) => ({
      ...rest,
      from: source?.from,
      file: source?.file,
      compiler: source?.compiler,
    })),
    leftOut,
  };
}

function placeOf({ place, name }: Verification): Inline {
  const last = place.split(".").at(-1);
  return { untrusted: last === name ? place : `${place} (${name})` };
}

function codeOf({ code, differsAt }: Verification): Inline {
  if (code === "equal") return "equal except for the metadata hash";
  return differsAt === undefined ? code : `different at byte ${differsAt}`;
}

function sourcesOf({ sources, source }: Verification): Inline {
  if (source === undefined) return sources;
  const verdict = sources === "equal" ? "equal except for the metadata hash" : sources;
  return [verdict, ", ", { untrusted: source.from.replace(/^@daostack\//, "") }];
}
