/** A value as its JSON is read: without the fields that are undefined. */
export function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
