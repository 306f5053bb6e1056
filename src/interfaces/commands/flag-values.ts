// Written by scripts/write-reference.ts from flags.ts, so that editors show the words of the library's options.
import type { Kinds } from "./kinds.js";

/** Every option of the library. */
export interface FlagValues {
  /** Address of the DAO's avatar. Default: the DAO of the result file. */
  readonly avatar?: Kinds["address"];
  /** URL of a node: http or https. Default: `http://localhost:8545`. */
  readonly provider?: Kinds["provider"];
  /** Result file to read. Default: `migration.json`. */
  readonly result?: Kinds["file"];
  /** Which DAO of the result file: dao or test. Default: dao, otherwise test. */
  readonly section?: Kinds["section"];
  /** Read everything at this block. Default: the latest. */
  readonly block?: Kinds["block"];
  /** Read at the block with this hash, from a source that you trust: what the node says of state is proven against it. */
  readonly blockHash?: Kinds["hash"];
  /** Read events from this block on (the one in which the avatar was created is safe); earlier ones are not read. */
  readonly fromBlock?: Kinds["block"];
  /** Fail on any other chain. */
  readonly chainId?: Kinds["chainId"];
  /** Migration parameters. Default: ./migration-params.json, or an example. */
  readonly params?: Kinds["params"];
  /** Arc release, if the parameters do not set it. Default: from the result file, or the code. */
  readonly arcVersion?: Kinds["release"];
  /** Build files of contracts that are not Arc's. Default: custom-abis. */
  readonly customAbis?: Kinds["folder"];
  /** JSON list of findings to silence: { rule, where, reason }. */
  readonly silenced?: Kinds["silences"];
  /** Tokens of which to read what the treasury has, even if they emit no events, separated by commas. */
  readonly token?: Kinds["names"];
  /** Id of the proposal, or its first digits. Default: all pending proposals. */
  readonly proposal?: Kinds["hash"];
  /** A proposal that does not exist yet; amounts are in whole units, as decimal text. */
  readonly draft?: Kinds["draft"];
  /** The text that the proposal's description should contain, or be the hash of. */
  readonly descriptionText?: Kinds["bytes"];
  /** JSON list of expectations before and after; see docs/simulate.md. */
  readonly expect?: Kinds["expectations"];
  /** Fail unless what it does has this hash (output of hash). */
  readonly expectHash?: Kinds["hash"];
  /** Don't combine it with other pending proposals. */
  readonly alone?: Kinds["switch"];
  /** Use today's holders as founders. Default: the original founders. */
  readonly now?: Kinds["switch"];
  /** Pass the pending proposals on a fork, and show what they do. */
  readonly simulate?: Kinds["switch"];
  /** Output of simulate json, to show instead of simulating; repeat it for more files. */
  readonly simulations?: Kinds["simulations"];
  /** An avatar, or with contract any contract. Default: all in the result file. */
  readonly address?: Kinds["address"];
  /** Expected name of the contract at the address, such as Avatar. */
  readonly contract?: Kinds["text"];
  /** Write files to submit to explorers by hand: compiler input, arguments. */
  readonly out?: Kinds["folder"];
  /** Fetch nothing. */
  readonly offline?: Kinds["switch"];
  /** Private key of the deploying account. Default: a public one. */
  readonly privateKey?: Kinds["secret"];
  /** Mnemonic of the deploying account, m/44'/60'/0'/0/0. */
  readonly mnemonic?: Kinds["secret"];
  /** Signs for the deploying account: an ethers Signer, or an object with address and signTransaction. */
  readonly signer?: Kinds["signer"];
  /** Gas price in gwei, fractions allowed. Default: what the chain asks for. */
  readonly gasPrice?: Kinds["gwei"];
  /** The most that any transaction may pay, in gwei. Default: gasPrice, or twice what the first one offers. */
  readonly maxGasPrice?: Kinds["gwei"];
  /** Treat the chain as a development chain, whatever its node reports. */
  readonly private?: Kinds["switch"];
  /** Confirmations to wait for. Default: 1 on a development chain, otherwise by chain, such as 12 on mainnet. */
  readonly confirmations?: Kinds["count"];
  /** Redeploy everything, even contracts in the result file. */
  readonly redeploy?: Kinds["switch"];
  /** The same as redeploy yes. */
  readonly force?: Kinds["switch"];
  /** Start over: ignore the journal and earlier results of this chain. */
  readonly restart?: Kinds["switch"];
  /** Send even if the chain cannot be rehearsed, at unknown cost. */
  readonly allowUnrehearsed?: Kinds["switch"];
  /** Use a base that another account deployed on a public chain. */
  readonly trustBase?: Kinds["switch"];
  /** Write a project with a scheme of its own: contracts, a DAO and tests. */
  readonly scheme?: Kinds["switch"];
  /** Don't compare the DAO on the chain with its parameters at the end. */
  readonly noCheck?: Kinds["switch"];
  /** Staking token: an address, or deploy for a new one. */
  readonly stakingToken?: Kinds["address"];
  /** Owner of DAORegistry and DAOTracker. Default: the deploying account. */
  readonly registryOwner?: Kinds["address"];
  /** Also change to a controller of the file's release. */
  readonly newController?: Kinds["switch"];
  /** Go on even if the DAO could not register schemes afterwards. */
  readonly allowLockout?: Kinds["switch"];
  /** Repeat proposals that failed, and propose beside other open ones. */
  readonly again?: Kinds["switch"];
  /** Deploy and set parameters, but propose nothing. */
  readonly deployOnly?: Kinds["switch"];
  /** Description of the proposals, such as the hash of a file on IPFS. */
  readonly descriptionHash?: Kinds["text"];
  /** Called once before anything is sent; nothing is sent unless it returns true. */
  readonly confirm?: Kinds["onPreview"];
  /** Called for each mined step. */
  readonly onStep?: Kinds["onStep"];
  /** Called with the check of each DAO that was made. */
  readonly onCheck?: Kinds["onCheck"];
  /** Stops it; what was sent is waited for. */
  readonly signal?: Kinds["signal"];
  /** Called with what is being done, as a phrase. */
  readonly onProgress?: Kinds["onMessage"];
  /** Called with notes, such as that a release is fetched. */
  readonly onNote?: Kinds["onMessage"];
  /** Folder that caches the logs of final blocks. Default: the user's cache folder. */
  readonly cacheDir?: Kinds["folder"];
  /** ABIs of contracts that proposals call, by address, to decode their calls. */
  readonly abis?: Kinds["abis"];
}
