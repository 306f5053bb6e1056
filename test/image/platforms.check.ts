import { expect } from "chai";

import { FOREIGN, imageTag } from "../../scripts/image/names.mjs";
import { docker, fileOf, IMAGE } from "./docker.js";

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

const ARM_IMAGE = `${FOREIGN.DOCKER_IMAGE}:${imageTag().version}`;
/** Machine types of ELF files, in the 19th byte. */
const MACHINES = { amd64: 62, arm64: 183 } as const;
const NAMES = { amd64: "x64", arm64: "arm64" } as const;

describe("the image for a platform", function () {
  this.timeout(120_000);

  const images = async () => {
    const own = await docker("image", "inspect", "--format", "{{.Architecture}}", IMAGE);
    return { [IMAGE]: own, [ARM_IMAGE]: "arm64" } as Record<string, keyof typeof MACHINES>;
  };

  it("holds a chain that runs on that platform, and no other", async () => {
    for (const [image, platform] of Object.entries(await images())) {
      expect(await docker("image", "inspect", "--format", "{{.Architecture}}", image)).to.equal(
        platform,
      );
      const name = NAMES[platform];
      const native = `/app/node_modules/@nomicfoundation/edr-linux-${name}-gnu/edr.linux-${name}-gnu.node`;
      const bytes = await fileOf(image, native);
      expect(bytes.subarray(0, 4).toString("latin1")).to.equal("\x7fELF");
      expect(bytes.readUInt16LE(18), image).to.equal(MACHINES[platform]);
    }
  });

  it("has a bill of materials that lists only what is installed", async () => {
    for (const [image, platform] of Object.entries(await images())) {
      const bill = JSON.parse((await fileOf(image, "/app/sbom.cdx.json")).toString()) as Bill;
      expect(bill.bomFormat).to.equal("CycloneDX");
      const names = bill.components.map(({ name }) => name);
      expect(names).to.include.members(["hardhat", "ethers", "ws", "zod"]);
      expect(names).not.to.include.members(["mocha"]);
      expect(names.filter((name) => name.includes("/edr-"))).to.deep.equal([
        `@nomicfoundation/edr-linux-${NAMES[platform]}-gnu`,
      ]);
      const { version } = JSON.parse(
        (await fileOf(image, "/app/node_modules/hardhat/package.json")).toString(),
      ) as { version: string };
      expect(bill.components.find(({ name }) => name === "hardhat")?.version).to.equal(version);
    }
  });
});
