import { itSays } from "../said.js";

describe("what parameters become, and what is said about them", () => {
  for (const name of [
    ...["schemes", "references", "custom-schemes", "stand-alone-contracts", "founders"],
    "vote-parameters",
  ]) {
    itSays(import.meta.dirname, name);
  }
});
