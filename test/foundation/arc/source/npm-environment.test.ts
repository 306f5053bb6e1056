import { expect } from "chai";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fetchTarball } from "../../../../src/foundation/arc/source/fetch-tarball.js";
import {
  hasProjectSettings,
  npmEnvironment,
} from "../../../../src/foundation/arc/source/npm-environment.js";
import { rejection } from "../../../rejection.js";
import { replaceNpm, useNpmEnvironment } from "../support/npm-environment.js";

const KEY = `0x${"1a2b3c4d".repeat(8)}`;
const WORDS = "myth like bonus scare over problem client lizard pioneer submit female collect";
const OTHER = "a-secret-of-another-program";

describe("npmEnvironment", () => {
  const environment = useNpmEnvironment();

  const made = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv =>
    npmEnvironment({ ...process.env, ...more }, environment().projectRoot).env;

  it("passes on what programs and the network need, and nothing else", () => {
    const env = made({
      DAO_MIGRATE_PRIVATE_KEY: KEY,
      DAO_MIGRATE_MNEMONIC: WORDS,
      AWS_SECRET_ACCESS_KEY: OTHER,
      VOICE_PASSWORD: OTHER,
      mainnet_private_key: KEY,
      https_proxy: "http://proxy:3128",
      NO_PROXY: "localhost",
      NODE_EXTRA_CA_CERTS: "/ca.pem",
      NPM_CONFIG_CAFILE: "/ca.pem",
      npm_config_dry_run: "true",
      npm_config_git: "/evil",
      npm_config_script_shell: "/evil",
      npm_config_node_options: "--require ./evil.js",
      npm_lifecycle_script: "x",
    });
    expect(env).to.include({
      PATH: process.env["PATH"],
      https_proxy: "http://proxy:3128",
      NO_PROXY: "localhost",
      NODE_EXTRA_CA_CERTS: "/ca.pem",
      NPM_CONFIG_CAFILE: "/ca.pem",
      npm_config_userconfig: environment().settings,
    });
    const text = JSON.stringify(env);
    for (const secret of [KEY, WORDS, OTHER, "evil", "dry_run", "lifecycle"]) {
      expect(text).not.to.include(secret);
    }
  });

  it("passes on the variables that the user's settings name, but none of ours", async () => {
    await writeFile(
      environment().settings,
      "//host/:_authToken=${NPM_TOKEN}\nx=${MAYBE?}\ny=${DAO_MIGRATE_PRIVATE_KEY}\n",
    );
    const all = { NPM_TOKEN: "token-of-a-user", MAYBE: "1", DAO_MIGRATE_PRIVATE_KEY: KEY };
    const { env, secrets } = npmEnvironment({ ...process.env, ...all }, environment().projectRoot);
    expect(env).to.include({ NPM_TOKEN: "token-of-a-user", MAYBE: "1" });
    expect(env).not.to.have.property("DAO_MIGRATE_PRIVATE_KEY");
    expect(secrets).to.deep.equal(["token-of-a-user"]);
  });

  it("keeps Node options about the network", () => {
    const options =
      "--use-system-ca --require ./evil.js --import=./evil.js --dns-result-order=ipv4first";
    expect(made({ NODE_OPTIONS: options })["NODE_OPTIONS"]).to.equal(
      "--use-system-ca --dns-result-order=ipv4first",
    );
    expect(made({ NODE_OPTIONS: "--require ./evil.js" })).not.to.have.property("NODE_OPTIONS");
  });

  it("ignores a project's settings that a running npm has copied into variables", async () => {
    const { projectRoot } = environment();
    const byNpm = {
      npm_execpath: "/npm-cli.js",
      npm_config_local_prefix: projectRoot,
      npm_config_registry: `http://host/${KEY}/`,
      NPM_CONFIG_PROXY: "http://proxy",
    };
    expect(made(byNpm)).to.include({ npm_config_registry: `http://host/${KEY}/` });

    await writeFile(
      join(projectRoot, ".npmrc"),
      "registry=http://host/${DAO_MIGRATE_PRIVATE_KEY}/",
    );
    const evil = join(projectRoot, "evil");
    await writeFile(evil, "x=${AWS_SECRET}");
    const env = made({ ...byNpm, npm_config_userconfig: evil, AWS_SECRET: OTHER });
    expect(env).to.include({ NPM_CONFIG_PROXY: "http://proxy" });
    for (const name of ["npm_config_registry", "npm_config_userconfig", "AWS_SECRET"]) {
      expect(env).not.to.have.property(name);
    }
  });

  it("distinguishes a project's settings from the user's own, in the folder and above it", async () => {
    const { folder, projectRoot } = environment();
    const member = join(projectRoot, "packages", "member");
    expect(hasProjectSettings({}, member, folder)).to.be.false;
    await writeFile(join(folder, ".npmrc"), "");
    expect(hasProjectSettings({}, member, folder)).to.be.false;
    await writeFile(join(projectRoot, ".npmrc"), "");
    expect(hasProjectSettings({}, member, folder)).to.be.true;
  });
});

describe("a project with hostile npm settings", () => {
  const environment = useNpmEnvironment();

  it("is not even npm's working folder", async () => {
    const { folder, projectRoot, cacheDir } = environment();
    for (const name of ["DAO_MIGRATE_PRIVATE_KEY", "DAO_MIGRATE_MNEMONIC", "ANOTHER_SECRET"])
      process.env[name] = OTHER;
    const record = join(folder, "seen");
    await replaceNpm(
      folder,
      `const fs = require("node:fs");
       const seen = { cwd: process.cwd(), files: fs.readdirSync("."), env: process.env };
       fs.writeFileSync(${JSON.stringify(record)}, JSON.stringify(seen));
       console.error("npm error code E500\\nnpm error \\u001b[8m" + process.env.NPM_TOKEN + " ${KEY}");
       process.exit(1);`,
    );
    await writeFile(environment().settings, "//host/:_authToken=${NPM_TOKEN}");
    process.env["NPM_TOKEN"] = "token-of-a-user";
    const error = await rejection(
      fetchTarball("@daostack/arc@0.0.1-rc.40", "sha512-", { projectRoot, cacheDir }),
    );
    expect(error.message).to.include("npm said: code E500 \\x1b[8m*** ***");
    const seen = JSON.parse(await readFile(record, "utf8")) as {
      cwd: string;
      files: string[];
      env: Record<string, string>;
    };
    expect(seen.cwd.startsWith(join(cacheDir, "fetch-"))).to.be.true;
    expect(seen.files).to.deep.equal(["package.json"]);
    expect(seen.env).not.to.have.any.keys(
      "DAO_MIGRATE_PRIVATE_KEY",
      "DAO_MIGRATE_MNEMONIC",
      "ANOTHER_SECRET",
    );
  });
});
