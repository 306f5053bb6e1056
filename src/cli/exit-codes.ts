/** Exit codes of the commands; they are part of their interface. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;
