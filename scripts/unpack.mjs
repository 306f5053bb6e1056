// @ts-check
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";

const BLOCK = 512;

/**
 * Unpacks the files of an npm package. Runs on Node 18 with nothing installed, so it reads tar itself. Of the format,
 * npm's packages use only regular files, a prefix and extended names.
 *
 * @param {Buffer} tarball
 * @param {string} folder
 */
export function unpack(tarball, folder) {
  const archive = gunzipSync(tarball);
  /** @type {string | undefined} */
  let extendedName;
  for (let at = 0; at + BLOCK <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK);
    if (header[0] === 0) return;
    const size = parseInt(text(header, 124, 12), 8);
    const content = archive.subarray(at + BLOCK, at + BLOCK + size);
    const type = text(header, 156, 1);
    if (type === "x") {
      extendedName = /(?:^|\n)\d+ path=(.*)\n/.exec(content.toString("utf8"))?.[1];
    } else {
      const prefix = text(header, 345, 155);
      const name = extendedName ?? `${prefix === "" ? "" : `${prefix}/`}${text(header, 0, 100)}`;
      extendedName = undefined;
      if (type === "0" || type === "") {
        write(folder, name, content, parseInt(text(header, 100, 8), 8));
      }
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {Buffer} content
 * @param {number} mode
 */
function write(folder, name, content, mode) {
  const parts = name.split(/[/\\]/).slice(1);
  if (
    parts.length === 0 ||
    parts.some((part) => ["", ".", ".."].includes(part) || /:/.test(part))
  ) {
    throw new Error(`the package contains a file with the path ${JSON.stringify(name)}`);
  }
  const file = path.join(folder, ...parts);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content, { mode: mode & 0o111 ? 0o755 : 0o644 });
}

/**
 * @param {Buffer} header
 * @param {number} start
 * @param {number} length
 */
function text(header, start, length) {
  return (
    header
      .toString("utf8", start, start + length)
      .split(/\0/)[0]
      ?.trim() ?? ""
  );
}
