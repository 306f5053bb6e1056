/**
 * What is shown: facts in words, once for the terminal, the page and Markdown. A document knows what its pieces are; how
 * they look, and that a stranger's text does no harm, is up to `to-terminal.ts`, `to-html.ts` and `to-markdown.ts`.
 */

/** Whether something is fine, notable, or wrong. */
export type Tone = "good" | "caution" | "danger" | "note";

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

export interface Line {
  readonly text: Inline;
  readonly tone?: Tone;
  readonly below?: readonly Part[];
  /** Whether a page shows what is below only when it is opened, and never in print. */
  readonly folded?: boolean;
}

export interface Paragraph {
  readonly paragraph: Inline;
}

/** A label and its value. Without a label, it continues the one above. */
export type Row = readonly [label: Inline, value: Inline];

export interface Facts {
  readonly facts: readonly Row[];
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

/** Items, also in lists; `undefined` and `false` are left out. */
export type Some<Item> = Item | undefined | false | readonly Some<Item>[];

/** What a constructor takes. */
export type Parts = Some<Part>;

/** Our own words with pieces between them. Line breaks in the sources become spaces. */
export function phrase(strings: TemplateStringsArray, ...pieces: readonly Inline[]): Inline {
  const texts = strings.map((text) => text.replace(/\s*\n\s*/g, " "));
  return texts.flatMap((text, index) => (index === 0 ? [text] : [pieces[index - 1], text]));
}

/**
 * What makes a text: pieces and what is below them, or as a tag, our own words with pieces between them:
 * `line`paid to ${named(account)}``.
 */
interface Maker<Made> {
  (strings: TemplateStringsArray, ...pieces: readonly Inline[]): Made;
  (text: Inline, ...below: readonly Parts[]): Made;
}

function maker<Made>(make: (text: Inline, ...below: readonly Parts[]) => Made): Maker<Made> {
  return (text: Inline | TemplateStringsArray, ...rest: readonly unknown[]) => {
    const isTag = Array.isArray(text) && "raw" in text;
    return isTag
      ? make(phrase(text as TemplateStringsArray, ...(rest as Inline[])))
      : make(text, ...(rest as Parts[]));
  };
}

export const line = maker((text, ...below) => remark(undefined, text, ...below));
/** A line to know. */
export const note = maker((text, ...below) => remark("note", text, ...below));
/** A line to look at. */
export const caution = maker((text, ...below) => remark("caution", text, ...below));
/** A line about something wrong. */
export const danger = maker((text, ...below) => remark("danger", text, ...below));

/** A line whose tone depends on something. */
export function remark(tone: Tone | undefined, text: Inline, ...below: readonly Parts[]): Line {
  return { text, tone, below: below.length === 0 ? undefined : partsOf(below) };
}

export const paragraph = maker((text): Paragraph => ({ paragraph: text }));

/** An address with the contract's name, where it is known, or why it was not read. */
export function named(address: string | { readonly notRead: string }): Piece {
  return typeof address === "string" ? { address, named: true } : address;
}

export function facts(...rows: readonly (Row | undefined | false)[]): Facts {
  return { facts: rows.filter((row) => row !== undefined && row !== false) };
}

export function block(title: Inline, ...body: readonly Parts[]): Block {
  return { title, body: partsOf(body) };
}

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

/** A value of a contract, as it is in JSON, or why it was not read. */
export function value(of: unknown, longest = 500): Inline {
  if (typeof of === "object" && of !== null && "notRead" in of) return of as { notRead: string };
  return { sentence: typeof of === "string" ? of : JSON.stringify(of), longest };
}

/** Pieces with the same text between them, without `undefined` and `false`. */
export function joined(pieces: readonly Inline[], between = ", "): Inline {
  return pieces
    .filter((piece) => piece !== undefined && piece !== false)
    .flatMap((piece, index) => (index === 0 ? [piece] : [between, piece]));
}

/** A number and what is counted, such as `2 proposals`. */
export function count(number: number, what: string, many = `${what}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? what : many}`;
}

/** The items of lists, such as parts or lines. */
export function partsOf<Item extends Part>(some: readonly Some<Item>[]): readonly Item[] {
  return some.flatMap((each) => {
    if (each === undefined || each === false) return [];
    return isList(each) ? partsOf(each) : [each];
  });
}

/** The first lines, and how many more there are. */
export function firstLines(lines: readonly Line[], most: number, where = ""): readonly Line[] {
  const rest = lines.length - most;
  return rest <= 0 ? lines : [...lines.slice(0, most), line(`and ${rest} more${where}`)];
}

const WEI_OF_ETHER: Unit = { decimals: 18 };

export function isList<Item>(item: Item | readonly Some<Item>[]): item is readonly Some<Item>[] {
  return Array.isArray(item);
}
