import { check } from "./check.js";
import type { Command } from "./command.js";
import { inspect } from "./inspect.js";

/** Every command. Types and words only: what a command runs is loaded when it runs. */
export const COMMANDS: readonly Command[] = [inspect, check];
