import { expect } from "chai";

import { main } from "../../../src/interfaces/cli/main.js";
import { testChainMain } from "../../../src/interfaces/cli/test-chain-main.js";
import { captured } from "../../captured.js";

const DIGITS = "4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d";
const KEY = `0x${DIGITS}`;
const MNEMONIC = "myth like bonus scare over problem client lizard pioneer submit female collect";
const WORDS = MNEMONIC.split(" ");

/** Common mistakes in typing a flag that takes a key. */
const MISTYPED: readonly (readonly string[])[] = [
  ["--privateKy", KEY],
  [`--pk=${KEY}`],
  [`--pk=${DIGITS}`],
  ["--pk", KEY],
  [`-S${KEY}`],
  [`-S${DIGITS}`],
  ["-S", KEY],
  ["-k", KEY],
  [`-pk=${KEY}`],
  [`--${DIGITS}`],
  [`-${DIGITS}`],
  [KEY],
  [DIGITS],
  [DIGITS.slice(1)],
  ["base", KEY],
  [KEY, "base"],
  [`--seed=${MNEMONIC}`],
  ["--seed", MNEMONIC],
  ["--seed", ...WORDS],
  ["-m", ...WORDS],
  ["--mnemonic", ...WORDS],
  ["base", "--mnemonic", ...WORDS],
  ["--mnemnic", ...WORDS],
  [MNEMONIC],
  WORDS,
  ["cheek", ...WORDS.slice(1)],
  [`--words=${MNEMONIC}`],
  ["-f", KEY],
  [`--force=${KEY}`],
  ["-q", ...WORDS],
  ["completion", KEY],
  ["inspect", KEY],
  ["check", DIGITS],
  ["verify", KEY],
  ["completion", KEY, KEY],
  ["completion", `--private-key=${KEY}`],
  ["completion", "--mnemonic", MNEMONIC],
];

/** Flags of dao-migrate whose values are not keys. */
const OTHERS = [
  ...["-a", "--arc-version", "--arcVersion", "-p", "--provider", "-g", "--gas-price", "--gasPrice"],
  ...["-o", "--output", "-i", "--params", "-c", "--custom-abis", "--confirmations", "--chain-id"],
  ...["--keystore", "--password-file"],
];

async function expectSecret(
  command: (args: readonly string[]) => Promise<number>,
  args: readonly string[],
): Promise<void> {
  for (const all of [args, [...args, "--json"]]) {
    const { result, stdout, stderr } = await captured(async () => await command(all));
    expect(result, args.join(" ")).to.equal(2);
    const text = (stdout + stderr).toLowerCase();
    expect(text).to.not.include(DIGITS.slice(1, 12)).and.not.include(DIGITS.slice(-12));
    for (const word of ["myth", "lizard", "pioneer"]) expect(text).to.not.include(word);
    expect(text).to.not.match(/\n\s+at /, "a stack");
  }
}

describe("dao-migrate never repeats a key", () => {
  for (const args of MISTYPED) {
    const shown = args.map((arg) => arg.replace(DIGITS, "KEY").replace(MNEMONIC, "WORDS"));
    it(`typed as ${shown.slice(0, 3).join(" ")}${shown.length > 3 ? " …" : ""}`, async () => {
      await expectSecret(main, args);
    });
  }

  for (const flag of OTHERS) {
    it(`given to ${flag}`, async () => {
      for (const value of [KEY, DIGITS, DIGITS.slice(2), `${DIGITS}0`, MNEMONIC]) {
        await expectSecret(main, [flag, value]);
        await expectSecret(main, ["dao", flag, value]);
      }
      await expectSecret(main, [flag, ...WORDS]);
      if (flag.startsWith("--")) await expectSecret(main, [`${flag}=${KEY}`]);
    });
  }
});

describe("dao-test-chain never repeats a mnemonic or a key", () => {
  for (const args of [
    [`--pk=${KEY}`],
    [`-S${KEY}`],
    [KEY],
    ["-m", ...WORDS],
    [`--seed=${MNEMONIC}`],
    WORDS,
    [`-${DIGITS}`],
    [`--${DIGITS}`],
    ["--port", KEY],
    ["--accounts", KEY],
    ["--chain-id", MNEMONIC],
    ["--hardfork", KEY],
    ["--balance", DIGITS],
    ["--gas-price", DIGITS],
    ["--output", KEY],
    ["--db", MNEMONIC],
    ["--arc-version", KEY],
    ["--fork-url", KEY],
  ]) {
    const shown = args.map((arg) => arg.replace(DIGITS, "KEY").replace(MNEMONIC, "WORDS"));
    it(`typed as ${shown.slice(0, 3).join(" ")}${shown.length > 3 ? " …" : ""}`, async () => {
      await expectSecret(testChainMain, args);
    });
  }

  it("in the environment", async () => {
    for (const name of ["DAO_TEST_CHAIN_PORT", "DAO_TEST_CHAIN_NO_DEMO", "DAO_TEST_CHAIN_OUTPUT"]) {
      process.env[name] = KEY;
      try {
        await expectSecret(testChainMain, []);
      } finally {
        delete process.env[name];
      }
    }
  });
});
