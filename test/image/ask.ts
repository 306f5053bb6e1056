import type { Container } from "./docker.js";

const PROGRAM =
  "const [method, ...texts] = process.argv.slice(1);" +
  "const params = texts.map((text) => { try { return JSON.parse(text); } catch { return text; } });" +
  "fetch('http://127.0.0.1:8545', { method: 'POST', body: JSON.stringify({ id: 1, method, params }) })" +
  ".then((response) => response.json()).then(({ result }) => console.log(JSON.stringify(result)))";

/** Sends a request to the chain in a container and returns the result as JSON; params are JSON or text. */
export async function ask(
  container: Container,
  method: string,
  ...params: readonly string[]
): Promise<string> {
  return await container.exec("node", "-e", PROGRAM, method, ...params);
}
