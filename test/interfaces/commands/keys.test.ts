import { expect } from "chai";

import { takeEnvironment } from "../../../src/interfaces/commands/environment.js";
import { optionsOf } from "../../../src/interfaces/commands/completed-options.js";
import { base } from "../../../src/interfaces/commands/migrations.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { runHere } from "../../run-here.js";
import { main } from "../../../src/interfaces/cli/main.js";
import { inCliFolder } from "../cli/command.js";

const SECRETS = {
  DAO_MIGRATE_PRIVATE_KEY: "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d",
  DAO_MIGRATE_MNEMONIC: "myth like bonus scare over problem client lizard pioneer submit female",
  DAO_MIGRATE_KEYSTORE: "key.json",
  DAO_MIGRATE_PASSWORD_FILE: "password",
};

describe("key variables", () => {
  it("are removed from the environment, even empty ones, and nothing else is", () => {
    const environment = { ...SECRETS, DAO_MIGRATE_MNEMONIC: "", PATH: "/bin" };
    expect(takeEnvironment(environment)).to.deep.equal({
      privateKey: SECRETS.DAO_MIGRATE_PRIVATE_KEY,
      keystore: "key.json",
      passwordFile: "password",
    });
    expect(environment).to.deep.equal({ PATH: "/bin" });
  });

  for (const args of [["--version"], ["base", "--forse"], ["base", "-p", "http://127.0.0.1:1"]]) {
    it(`are gone for anything that ${["dao-migrate", ...args].join(" ")} starts`, async (folder) => {
      const env = { ...SECRETS, DAO_MIGRATE_PROVIDER: "http://127.0.0.1:1/key" };
      const { result: left } = await runHere(
        async () => {
          await main(args);
          return Object.keys(process.env).filter((name) => name in SECRETS);
        },
        { cwd: folder, env },
      );
      expect(left).to.deep.equal([]);
    });
  }

  it("are used if no flag names an account", () => {
    const context = { door: "command", config: {}, projectRoot: "." } as const;
    const accountIn = (given: object, environment: Readonly<Record<string, string>>) => {
      const options = optionsOf(base, { ...given }, { ...context, environment });
      const { privateKey, mnemonic, keystore, passwordFile } = options;
      return { privateKey, mnemonic, keystore, passwordFile };
    };
    const environment = { privateKey: "a", passwordFile: "/p" };
    expect(accountIn({}, environment)).to.include(environment);
    const given = { provider: "http://a.b" };
    const other = { ...context, environment: { provider: "http://c.d" } };
    // Absent values, and those of other doors, count for nothing.
    expect(optionsOf(base, { ...given, chainId: null, unknown: 1 }, other)).to.include(given);
    expect(optionsOf(base, {}, other)).to.include(other.environment);
    for (const name of ["privateKey", "mnemonic", "keystore", "passwordFile"]) {
      const both = () => accountIn({ from: `0x${"11".repeat(20)}`, [name]: "x" }, {});
      expect(both, name).to.throw("name the deploying account");
    }
    expect(accountIn({ mnemonic: "b" }, environment)).to.deep.equal({
      privateKey: undefined,
      mnemonic: "b",
      keystore: undefined,
      passwordFile: "/p",
    });
  });
});

describe("a password in a node's URL", () => {
  it("causes one warning over plain http, which does not contain it", () =>
    inCliFolder(async ({ cli }) => {
      const url = "http://anna:s3cret-word@node.invalid";
      const { code, stderr } = await cli("base", "-d", "-p", url);
      expect(code).to.equal(1);
      const warning =
        /Warning: the password in the provider's URL is sent to node\.invalid unencrypted/g;
      expect(stderr.match(warning)).to.have.length(1);
      expect(stderr).to.not.include("s3cret-word");
    }));
});
