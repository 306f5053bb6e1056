/**
 * What is shown: facts in words, once for the terminal, the page and Markdown. A document knows what its pieces are; how
 * they look, and that a stranger's text does no harm, is up to `to-terminal.ts`, `to-html.ts` and `to-markdown.ts`.
 */

/** Whether something is fine, notable, or wrong. */
export type Tone = "good" | "caution" | "danger" | "note";

/** Names of contracts, by address. */
export type Names = ReadonlyMap<string, string>;

/** A part of a line. Strings are our own words; `undefined` and `false` are nothing. */
export type Inline = string | number | Piece | undefined | false | readonly Inline[];

export type Piece =
  /** `named` puts the contract's name before it, where it is known. */
  | { readonly address: string; readonly named?: boolean }
  | { readonly transaction: string }
  /** A hash, a command, a name in a program. */
  | { readonly code: string }
  | { readonly amount: string | bigint; readonly unit: Unit }
  /** Shown with commas between thousands. */
  | { readonly number: number | bigint }
  /** UNIX seconds. */
  | { readonly time: number }
  /** Seconds; `exact` adds them, as in a parameters file. */
  | { readonly duration: number; readonly exact?: boolean }
  /** Percent. */
  | { readonly share: string | number }
  /** Words of strangers, on one line, at most `longest` characters of it (80 unless given). */
  | { readonly untrusted: string; readonly longest?: number; readonly quoted?: boolean }
  /** Text from another room, in which there may be addresses and words of strangers. At most 1,000 characters. */
  | { readonly sentence: string; readonly longest?: number }
  /** Why something was not read. */
  | { readonly notRead: string }
  | { readonly strong: Inline }
  /** A word or two whose tone counts. */
  | { readonly tone: Tone; readonly text: Inline }
  /** Below each other where there is space for it. */
  | { readonly list: readonly Inline[] }
  /** A link to the block with this ID, where there are links. */
  | { readonly text: Inline; readonly to: string }
  | { readonly url: string };

/** Of an amount. */
export interface Unit {
  readonly decimals: number;
  /** Absent: the amount is shown alone. */
  readonly name?: Inline;
}

/** An item of a list. */
export interface Line {
  readonly text: Inline;
  readonly tone?: Tone;
  readonly below?: readonly Part[];
}

export interface Paragraph {
  readonly paragraph: Inline;
}

/** Labels and values; a row without a label continues the one above. */
export interface Facts {
  readonly facts: readonly (readonly [label: Inline, value: Inline])[];
}

export interface Table {
  /** What is in it: shown on a page, and read by screen readers. */
  readonly caption: string;
  readonly heads?: readonly Inline[];
  readonly rows: readonly (readonly Inline[])[];
  /** For each column; `left` if absent. */
  readonly align?: readonly ("left" | "right" | undefined)[];
  /** Rows to show where the others cannot be searched. */
  readonly most?: number;
  /** What the rows are, such as `accounts`, if they can be searched on a page. */
  readonly search?: string;
}

/** What belongs together. */
export interface Block {
  readonly title?: Inline;
  /** Of the title. */
  readonly tone?: Tone;
  /** For links. */
  readonly id?: string;
  /** For the addresses in it that want a name. */
  readonly names?: Names;
  readonly body: readonly Part[];
}

export type Part = Line | Paragraph | Facts | Table | Block;

/** What a constructor takes: parts, also in lists; `undefined` and `false` are left out. */
export type Parts = Part | undefined | false | readonly Parts[];

/** Our own words with pieces between them. Line breaks in the sources become spaces. */
export function phrase(strings: TemplateStringsArray, ...pieces: readonly Inline[]): Inline {
  const texts = strings.map((text) => text.replace(/\s*\n\s*/g, " "));
  return texts.flatMap((text, index) => (index === 0 ? [text] : [pieces[index - 1], text]));
}

export function line(text: Inline, ...below: readonly Parts[]): Line {
  return below.length === 0 ? { text } : { text, below: partsOf(below) };
}

/** A line with a tone. */
export function remark(tone: Tone, text: Inline, ...below: readonly Parts[]): Line {
  return { ...line(text, ...below), tone };
}

/** A line to look at. */
export function caution(text: Inline, ...below: readonly Parts[]): Line {
  return remark("caution", text, ...below);
}

export function paragraph(text: Inline): Paragraph {
  return { paragraph: text };
}

export function facts(
  ...rows: readonly (readonly [label: Inline, value: Inline] | undefined | false)[]
): Facts {
  return { facts: rows.filter((row) => row !== undefined && row !== false) };
}

export function block(title: Inline, ...body: readonly Parts[]): Block {
  return { title, body: partsOf(body) };
}

/** A block, unless there is nothing in it. */
export function blockIfAny(title: Inline, ...body: readonly Parts[]): Block | undefined {
  const made = block(title, ...body);
  return made.body.length === 0 ? undefined : made;
}

/** Parts that belong together without a title. */
export function group(...body: readonly Parts[]): Block {
  return { body: partsOf(body) };
}

/** An amount with its unit, or why it was not read. */
export function amount(
  wei: string | bigint | { readonly notRead: string },
  unit: Unit = WEI_OF_ETHER,
): Inline {
  return typeof wei === "object" ? wei : { amount: wei, unit };
}

/** Words of strangers, or why they were not read. */
export function untrusted(
  text: string | { readonly notRead: string },
  { longest, quoted }: { readonly longest?: number; readonly quoted?: boolean } = {},
): Inline {
  return typeof text === "object" ? text : { untrusted: text, longest, quoted };
}

/** A value of a contract, as it is in JSON. */
export function value(of: unknown, longest?: number): Inline {
  return { sentence: typeof of === "string" ? of : JSON.stringify(of), longest };
}

/** Pieces with the same text between them. */
export function joined(pieces: readonly Inline[], between = ", "): Inline {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]));
}

/** A number and what is counted, such as `2 proposals`. */
export function count(number: number, what: string, many = `${what}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? what : many}`;
}

/** The parts of a list, without nested lists and nothing. */
export function partsOf(parts: readonly Parts[]): readonly Part[] {
  return parts.flatMap((part) => {
    if (part === undefined || part === false) return [];
    return isList(part) ? partsOf(part) : [part];
  });
}

const WEI_OF_ETHER: Unit = { decimals: 18 };

function isList(part: Part | readonly Parts[]): part is readonly Parts[] {
  return Array.isArray(part);
}
