/** What the machine lacks, whatever a command does. */
const LACKING: Readonly<Record<string, string>> = {
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's disk quota is exceeded",
  EMFILE: "this process may open too few files at once (ulimit -n)",
  ENFILE: "this machine has too many files open",
  ENOMEM: "this machine has too little memory",
};

const REASONS: Readonly<Record<string, string>> = {
  ...LACKING,
  ENOENT: "the folder does not exist",
  ENOTDIR: "part of its path is a file",
  EEXIST: "a file has its name",
  EISDIR: "it is a folder",
  ENOTREG: "it is not a regular file",
  ENAMETOOLONG: "its name is too long",
};

/** What the machine lacks, as part of a sentence; undefined for any other error. */
export function lackingReason(error: unknown): string | undefined {
  return LACKING[(error as Partial<NodeJS.ErrnoException> | null)?.code ?? ""];
}

/** Why a file could not be read, as part of a sentence. */
export function unreadReason(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return "there is no such file";
  return reasonOf(error, "this user has no permission to read it");
}

/**
 * Why the system could not write a file, as part of a sentence.
 * @param denied the reason if permissions forbid it
 */
export function reasonOf(
  error: unknown,
  denied = "this user has no write permission there",
): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EACCES") return denied;
  // Also root gets this, for a file or folder that `chattr +i` protects.
  if (code === "EPERM") return `${denied}, or it is immutable`;
  return REASONS[code ?? ""] ?? message;
}
