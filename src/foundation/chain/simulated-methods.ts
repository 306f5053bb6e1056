import methods from "./simulated-methods.json" with { type: "json" };

const CHANGING: ReadonlySet<string> = new Set(methods.changing);
const READING: ReadonlySet<string> = new Set(methods.reading);

/** Every method that a test chain answers. */
export const METHODS: readonly string[] = [...CHANGING, ...READING];

/**
 * Whether a request to a simulated chain sends a transaction, mines or changes state or settings, all of which can be
 * replayed, or leaves the chain unchanged.
 */
export function kindOf(method: string): "change" | "read" | "unknown" {
  if (CHANGING.has(method)) return "change";
  return READING.has(method) ? "read" : "unknown";
}
