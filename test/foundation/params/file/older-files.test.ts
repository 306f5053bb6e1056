import { itSays } from "../said.js";

describe("files from before April 2019", () => {
  itSays(import.meta.dirname, "older-files");
});
