import { id, Interface } from "ethers";

/** What every token has. */
export const ERC20 = new Interface([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function decimals() view returns (uint8)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function approve(address spender, uint256 amount) returns (bool)",
  "function transfer(address to, uint256 amount) returns (bool)",
  "function transferFrom(address from, address to, uint256 amount) returns (bool)",
]);

/** What NFTs (ERC-721) have. */
export const ERC721 = new Interface([
  "function name() view returns (string)",
  "function symbol() view returns (string)",
  "function balanceOf(address owner) view returns (uint256)",
  "function ownerOf(uint256 id) view returns (address)",
  "function getApproved(uint256 id) view returns (address)",
]);

/** What lets somebody take everything of an owner's: in ERC-777, and in ERC-721 and ERC-1155. */
export const OPERATORS = new Interface([
  "function isOperatorFor(address operator, address holder) view returns (bool)",
  "function revokeOperator(address operator)",
  "function isApprovedForAll(address owner, address operator) view returns (bool)",
  "function setApprovalForAll(address operator, bool approved)",
]);

const selectorOf = (name: string): string => ERC20.getFunction(name)!.selector;

/** Selectors of the functions that move tokens, or let others move them. */
export const SELECTOR = {
  transfer: selectorOf("transfer"),
  transferFrom: selectorOf("transferFrom"),
  approve: selectorOf("approve"),
  /** Of OpenZeppelin's tokens. */
  increaseAllowance: id("increaseAllowance(address,uint256)").slice(0, 10),
} as const;

/** First topic of a transfer. NFTs have the same event, with one topic more. */
export const TRANSFER = id("Transfer(address,address,uint256)");
/** First topic of the only event that some wrappers of ether, such as WETH, emit for what they make. */
export const DEPOSIT = id("Deposit(address,uint256)");
/** First topic of the event by which an owner lets an operator take all of its NFTs or ERC-1155 tokens, or no longer. */
export const APPROVAL_FOR_ALL = id("ApprovalForAll(address,address,bool)");
/** First topic of the event by which a holder of an ERC-777 makes somebody its operator, who is named first. */
export const AUTHORIZED_OPERATOR = id("AuthorizedOperator(address,address)");
/** First topic of the event that gives an allowance. NFTs have the same event, with one topic more. */
export const APPROVAL = id("Approval(address,address,uint256)");
/** Events that name an account as their second party: who received something, or made an operator. */
export const TO_ACCOUNT = [TRANSFER, AUTHORIZED_OPERATOR];
const MORE_OF_TOKENS =
  "Withdrawal(address,uint256) TransferSingle(address,address,address,uint256,uint256) " +
  "TransferBatch(address,address,address,uint256[],uint256[]) RevokedOperator(address,address) " +
  "Sent(address,address,address,uint256,bytes,bytes) Minted(address,address,uint256,bytes,bytes) " +
  "Burned(address,address,uint256,bytes,bytes) Deposit(address,address,uint256,uint256) " +
  "Withdraw(address,address,address,uint256,uint256)";
/** First topics of the events of tokens, NFTs, wrappers and vaults, which tell of balances and allowances only. */
export const OF_TOKENS: ReadonlySet<string> = new Set([
  ...[TRANSFER, DEPOSIT, APPROVAL, APPROVAL_FOR_ALL, AUTHORIZED_OPERATOR],
  ...MORE_OF_TOKENS.split(" ").map(id),
]);
