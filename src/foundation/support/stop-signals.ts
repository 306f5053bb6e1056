/** Ctrl-C, the signal of service managers and containers, and a closed terminal. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Adds or removes a listener for each of them. */
export function onStop(method: "on" | "off", listener: (signal: NodeJS.Signals) => void): void {
  for (const signal of STOP_SIGNALS) process[method](signal, listener);
}
