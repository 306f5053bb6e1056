import { defineDaoFixture, exampleParameters } from "hardhat-dao-migration/viem";
import { parseEther } from "viem";

import type { grantSchemeAbi } from "../types/grant-scheme-abi.js";

/** The example DAO with a scheme of our own, whose build file is in `custom-abis`. */
export const grantsDao = defineDaoFixture<{ grantScheme: typeof grantSchemeAbi }>({
  params: exampleParameters({
    CustomSchemes: {
      GrantScheme: [
        {
          fromArc: false,
          params: ["GenesisProtocolAddress", { voteParams: 0 }, String(parseEther("5"))],
          permissions: "0x00000000",
        },
      ],
    },
  }),
  demo: false,
});
