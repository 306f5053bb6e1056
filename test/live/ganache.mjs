// @ts-check
// Runs ganache on a free port, which its command line cannot choose.
import ganache from "ganache";

const { port, ...options } = JSON.parse(process.argv[2] ?? "{}");
const server = ganache.server({ logging: { quiet: true }, ...options });
await server.listen(port, "127.0.0.1");
console.log(`Listening on 127.0.0.1:${port}`);
