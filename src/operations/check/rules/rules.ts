import { FOUNDER_RULES } from "./founder-rules.js";
import { ORGANIZATION_RULES } from "./organization-rules.js";
import type { Rule } from "./rule.js";
import { SCHEME_RULES } from "./scheme-rules.js";
import { STAND_ALONE_RULES } from "./stand-alone-rules.js";
import { CREATION_RULE, STAKING_RULE, STORAGE_RULE } from "./trust-rules.js";

/** Every rule, in the order in which a report lists them. */
export const RULES: readonly Rule[] = [
  STORAGE_RULE,
  CREATION_RULE,
  ...ORGANIZATION_RULES,
  ...FOUNDER_RULES,
  ...SCHEME_RULES,
  STAKING_RULE,
  ...STAND_ALONE_RULES,
];
