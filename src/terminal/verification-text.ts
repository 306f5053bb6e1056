import { oneLine } from "../support/printable.js";
import type { SubmissionOutcome } from "../verify/submit/outcome.js";
import type { Verification } from "../verify/verification.js";
import type { VerifiedSources } from "../verify/verify-sources.js";

/** What was verified, as text: one line per contract, and notes where needed. */
export function verificationText({ chain, contracts, submissions }: VerifiedSources): string {
  const rows = contracts.map((each) => [
    placeOf(each),
    each.address,
    codeText(each),
    sourceText(each),
  ]);
  const header = ["contract", "address", "code on the chain", "sources"];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd();
  const body = contracts.flatMap(({ note }, index) => [
    line(rows[index]!),
    ...(note === undefined ? [] : [`  ${oneLine(note)}`]),
  ]);
  const number = contracts.filter(({ verified }) => verified).length;
  const which = contracts.length === 1 ? "contract" : "contracts";
  return [
    `${chain.name} (chain ID ${chain.chainId})`,
    "",
    line(header),
    ...body,
    "",
    number === contracts.length
      ? `Verified: ${number} ${which}, code and sources.`
      : `Verified: ${number} of ${contracts.length} ${which}.`,
    ...(submissions === undefined ? [] : ["", ...submissions.map(submissionText)]),
  ].join("\n");
}

function submissionText({ name, address, status, message }: SubmissionOutcome): string {
  const said = message === undefined ? "" : ` (${oneLine(message)})`;
  return `${oneLine(name, 80)} ${address}: ${status} at the explorer${said}`;
}

/** The same as JSON, without the sources themselves. */
export function verificationJson({
  chain,
  contracts,
  verified,
  submissions,
}: VerifiedSources): unknown {
  return {
    network: chain.name,
    chainId: chain.chainId,
    verified,
    contracts: contracts.map(({ source, takesArguments: _, ...rest }) => ({
      ...rest,
      ...(source !== undefined && {
        from: source.from,
        file: source.file,
        compiler: source.compiler,
      }),
    })),
    ...(submissions !== undefined && { submissions }),
  };
}

function placeOf({ place, name }: Verification): string {
  const last = place.split(".").at(-1);
  return oneLine(last === name ? place : `${place} (${name})`, 80);
}

function codeText({ code, differsAt }: Verification): string {
  if (code === "equal") return "equal except for the metadata hash";
  return differsAt === undefined ? code : `different at byte ${differsAt}`;
}

function sourceText({ sources, source }: Verification): string {
  if (source === undefined) return sources;
  const verdict = sources === "equal" ? "equal except for the metadata hash" : sources;
  return `${verdict}, ${oneLine(source.from.replace(/^@daostack\//, ""), 80)}`;
}
