import {
  EventFragment,
  Result,
  toUtf8String,
  Utf8ErrorFuncs,
  type Interface,
  type ParamType,
} from "ethers";

/**
 * Decodes an event. Solidity emits any bytes as a string, and many functions of Arc emit what anybody passes, so what is
 * not UTF-8 becomes U+FFFD: ethers would throw, but only once the text is accessed.
 * @throws if data and topics have another form than the event
 */
export function decodeEvent(
  abi: Interface,
  event: EventFragment,
  { data, topics }: { readonly data: string; readonly topics: readonly string[] },
): Result {
  const values = abi.decodeEventLog(event, data, topics);
  if (!event.inputs.some(isText)) return values;
  try {
    values.toArray(true);
    return values;
  } catch {
    const bytes = event.format("full").replace(/\bstring(?=[[\],) ])/g, "bytes");
    const asBytes = EventFragment.from(bytes);
    const raw = abi.decodeEventLog(asBytes, data, [asBytes.topicHash, ...topics.slice(1)]);
    const items = event.inputs.map((input, index) =>
      isText(input) ? (input.walk(raw[index], textOfBytes) as unknown) : (raw[index] as unknown),
    );
    return Result.fromItems(
      items,
      event.inputs.map(({ name }) => name),
    );
  }
}

/** Of an indexed text, an event has the hash only. */
function isText({ type, indexed }: ParamType): boolean {
  return indexed !== true && type.includes("string");
}

function textOfBytes(type: string, value: unknown): unknown {
  return type === "string" ? toUtf8String(String(value), Utf8ErrorFuncs.replace) : value;
}
