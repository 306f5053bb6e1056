// Imported first by entry points, none of which imports a peer statically: Node links all modules
// before it runs the first.
import { requirePeers } from "./peers.js";

requirePeers();
