import { isList, type Inline, type Names, type Piece, type Tone } from "./document.js";
import { decimal } from "../../foundation/support/decimal.js";
import { LONGEST, oneLine } from "../../foundation/support/printable.js";

/** How a back end draws the pieces that differ between back ends. */
export interface PieceDrawing<Drawn> {
  /** For addresses that want a name. */
  readonly names?: Names;
  words(text: string): Drawn;
  join(parts: readonly Drawn[]): Drawn;
  address(address: string): Drawn;
  transaction(hash: string): Drawn;
  code(text: string): Drawn;
  time(seconds: number): Drawn;
  /** @param text on one line, and short enough */
  untrusted(text: string): Drawn;
  /** @param text on one line, and short enough */
  sentence(text: string): Drawn;
  notRead(reason: string): Drawn;
  strong(text: Drawn): Drawn;
  toned(tone: Tone, text: Drawn): Drawn;
  list(items: readonly Drawn[]): Drawn;
  link(to: string, text: Drawn): Drawn;
  url(url: string): Drawn;
}

const same = (text: string): string => text;

/** How back ends for text draw what needs no mark of its own. */
export const AS_TEXT = {
  words: same,
  join: (parts) => parts.join(""),
  time: timeText,
  untrusted: same,
  sentence: same,
  strong: same,
  toned: (_tone, text) => text,
  list: (items) => items.join("; "),
  link: (_to, text) => text,
  url: same,
} satisfies Partial<PieceDrawing<string>>;

/** Draws an inline text piece by piece. Strangers' text is put on one line and shortened here, for all back ends. */
export function draw<Drawn>(inline: Inline, how: PieceDrawing<Drawn>): Drawn {
  if (inline === undefined || inline === false) return how.join([]);
  if (typeof inline === "string" || typeof inline === "number") return how.words(String(inline));
  if (isList(inline)) return how.join(inline.map((each) => draw(each, how)));
  return drawPiece(inline, how);
}

function drawPiece<Drawn>(piece: Piece, how: PieceDrawing<Drawn>): Drawn {
  const inner = (text: Inline): Drawn => draw(text, how);
  if ("address" in piece) {
    const name = piece.named === true ? how.names?.get(piece.address) : undefined;
    const address = how.address(piece.address);
    return name === undefined ? address : how.join([inner(`${name} `), address]);
  }
  if ("transaction" in piece) return how.transaction(piece.transaction);
  if ("code" in piece) return how.code(oneLine(piece.code));
  if ("amount" in piece) {
    const { decimals, name } = piece.unit;
    const figure = amountText(piece.amount, decimals);
    return name === undefined || name === "" ? inner(figure) : inner([figure, " ", name]);
  }
  if ("number" in piece) return inner(piece.number.toLocaleString("en-US"));
  if ("time" in piece) return how.time(piece.time);
  if ("duration" in piece) return inner(durationText(piece.duration, piece.exact));
  if ("share" in piece) return inner(`${piece.share}%`);
  if ("untrusted" in piece) {
    const text = how.untrusted(oneLine(piece.untrusted, piece.longest ?? LONGEST.name));
    return piece.quoted === true ? how.join([inner('"'), text, inner('"')]) : text;
  }
  if ("sentence" in piece) {
    return how.sentence(oneLine(piece.sentence, piece.longest ?? LONGEST.sentence));
  }
  if ("notRead" in piece) return how.notRead(oneLine(piece.notRead));
  if ("strong" in piece) return how.strong(inner(piece.strong));
  if ("list" in piece) return how.list(piece.list.map(inner));
  if ("url" in piece) return how.url(oneLine(piece.url));
  return "tone" in piece
    ? how.toned(piece.tone, inner(piece.text))
    : how.link(piece.to, inner(piece.text));
}

/** A duration such as `2 d 4 h`; `exact` adds the seconds, as in a parameters file. */
export function durationText(seconds: number, exact = false): string {
  const units = [
    ["d", 86_400],
    ["h", 3600],
    ["min", 60],
    ["s", 1],
  ] as const;
  let rest = seconds;
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  const text = parts.join(" ") || "0 s";
  return exact && text !== `${seconds} s` ? `${text} (${seconds} s)` : text;
}

/** A time such as `2019-04-01T12:00:00Z`. */
export function timeText(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime())
    ? `second ${seconds}`
    : time.toISOString().replace(".000Z", "Z");
}

/** An amount of wei in units of so many decimals, such as `1,000.5`. */
export function amountText(wei: string | bigint, decimals: number): string {
  const [, sign = "", whole = "", part = ""] =
    /^(-?)(\d+)(.*)$/.exec(decimal(BigInt(wei), decimals)) ?? [];
  // Reputation can be taken away: a minus would be lost from -0.5.
  return `${sign}${BigInt(whole).toLocaleString("en-US")}${part}`;
}
