import { formatUnits } from "ethers";

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
  const text = String(wei);
  // Reputation can be taken away: a minus would be lost from -0.5.
  const sign = text.startsWith("-") ? "-" : "";
  const [whole = "", part] = formatUnits(text.slice(sign.length), decimals).split(".");
  const grouped = sign + BigInt(whole).toLocaleString("en-US");
  return part === undefined || part === "0" ? grouped : `${grouped}.${part}`;
}

/** A number with commas between thousands. */
export function grouped(number: number | bigint): string {
  return number.toLocaleString("en-US");
}
