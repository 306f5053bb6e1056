import { id } from "ethers";

/** A contract that is not Arc's and is found where Arc's are looked for. */
export interface Lookalike {
  readonly contract: string;
  /** Whose it is. */
  readonly project: string;
  /**
   * True where it takes the place of one of Arc's contracts and works in another way, so that nothing
   * of what it answers may be read as Arc's. False for a scheme or a helper that DAOs of Arc use.
   */
  readonly isOtherDao: boolean;
}

const DXDAO_1 = "dxdao-contracts 1";
const DXDAO_2 = "dxdao-contracts 2";

/** Functions that only this contract has all of: its code differs from one compiler to the next. */
const LOOKALIKES: readonly (Lookalike & { readonly functions: readonly string[] })[] = [
  {
    contract: "DAOController",
    project: DXDAO_2,
    isOtherDao: true,
    functions: [
      "registerScheme(address,bytes32,bool,bool,bool)",
      "getSchemesWithManageSchemesPermissionsCount()",
      "getDaoReputation()",
    ],
  },
  {
    contract: "VotingMachine",
    project: DXDAO_2,
    isOtherDao: true,
    functions: [
      "setParameters(uint256[8])",
      "getSchemeThreshold(bytes32,bytes32)",
      "getProposalAvatar(bytes32)",
    ],
  },
  {
    contract: "WalletScheme",
    project: DXDAO_2,
    isOtherDao: true,
    functions: [
      "proposeCalls(address[],bytes[],uint256[],uint256,string,string)",
      "getSchemeType()",
    ],
  },
  {
    contract: "WalletScheme",
    project: DXDAO_1,
    isOtherDao: false,
    functions: [
      "proposeCalls(address[],bytes[],uint256[],string,string)",
      "doAvatarGenericCalls()",
      "permissionRegistry()",
    ],
  },
  {
    contract: "DXDVotingMachine",
    project: DXDAO_1,
    isOtherDao: false,
    functions: [
      "setBoostedVoteRequiredPercentage(address,bytes32,uint256)",
      "setOrganizationRefund(uint256,uint256)",
      "signalVote(bytes32,uint256,uint256)",
    ],
  },
  {
    contract: "PermissionRegistry",
    project: DXDAO_1,
    isOtherDao: false,
    functions: [
      "setPermission(address,address,address,bytes4,uint256,bool)",
      "setPermissionUsed(address,address,address,bytes4,uint256)",
    ],
  },
  {
    contract: "PermissionRegistry",
    project: DXDAO_2,
    isOtherDao: false,
    functions: [
      "setETHPermission(address,address,bytes4,uint256,bool)",
      "setETHPermissionUsed(address,address,bytes4,uint256)",
    ],
  },
];

/**
 * Tells a contract by its functions that is known to be found beside or instead of Arc's, and is not
 * Arc's: other projects kept names, events and getters, and changed what they mean. A hint for people,
 * as anybody can write code with these functions; what `identifyCode` knows is Arc's, whatever this says.
 * @param runtimeCode hex with 0x, as `eth_getCode` answers; of a proxy, what it calls
 * @returns undefined for all other code
 * @example
 * lookalikeOf(code);
 * // { contract: "DAOController", project: "dxdao-contracts 2", isOtherDao: true }
 */
export function lookalikeOf(runtimeCode: string): Lookalike | undefined {
  const code = runtimeCode.toLowerCase();
  const found = LOOKALIKES.find(({ functions }) =>
    functions.every((signature) => code.includes(pushOf(signature))),
  );
  if (found === undefined) return undefined;
  const { contract, project, isOtherDao } = found;
  return { contract, project, isOtherDao };
}

/** How a contract's dispatcher names a function: PUSH4 and the first bytes of its signature's hash. */
function pushOf(signature: string): string {
  return `63${id(signature).slice(2, 10)}`;
}
