// @ts-check
// Runs one benchmark, shows what it prints, and keeps that in bench/results/, with the day and the machine's load. Pages
// show these files between marks (scripts/write-reference.ts), so no figure there is typed by hand.
// Usage: node scripts/run.mjs exec -- node scripts/bench.mjs NAME [arguments], such as migration or peers/run 3
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";

const [name = "", ...args] = process.argv.slice(2);
const load = os.loadavg()[0]?.toFixed(1);
const child = spawn(
  process.execPath,
  ["--expose-gc", "--import", "./scripts/typescript.mjs", `bench/${name}.ts`, ...args],
  { stdio: ["inherit", "pipe", "inherit"] },
);
let text = "";
child.stdout.setEncoding("utf8").on("data", (part) => {
  text += part;
  process.stdout.write(part);
});
child.on("close", (code) => {
  process.exitCode = code ?? 1;
  if (code !== 0) return;
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${day}, ${process.platform}, ${os.cpus().length} cores, load ${load} at the start, Node ${process.version}`;
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/${name.replaceAll("/", "-")}.txt`, `${machine}\n\n${text.trim()}\n`);
});
