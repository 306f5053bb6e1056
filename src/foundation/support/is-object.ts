/** Whether a value is an object with keys, as in JSON: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Far more than what anybody writes has, and a tenth of what JSON.stringify can. */
const MOST_LEVELS = 500;

/** Whether lists and objects are nested so deeply that to write or compare them would overflow the stack. */
export function isTooDeep(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}
