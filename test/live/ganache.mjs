// @ts-check
// Ganache as a process of its own. Its command line cannot be told to take any free port.
import ganache from "ganache";

const { port, ...options } = JSON.parse(process.argv[2] ?? "{}");
const server = ganache.server({ logging: { quiet: true }, ...options });
await server.listen(port, "127.0.0.1");
console.log(`Listening on 127.0.0.1:${port}`);
