import { keccak256 } from "ethers";

import { loadEdr } from "../src/foundation/chain/edr/edr.js";

// EDR would give freed memory back at once and ask for it again: a tenth of the time in the system.
process.env["MIMALLOC_PURGE_DELAY"] ??= "-1";
// Mocha loads this file before any test (.mocharc.json). Ethers hashes in JavaScript, which takes EDR a fraction of the
// time: a twelfth of that of all tests.
const { native } = (await loadEdr())!;
keccak256.register((bytes) => native.keccak256(bytes));
