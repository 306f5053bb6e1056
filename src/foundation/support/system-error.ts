const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "the folder does not exist",
  ENOTDIR: "part of its path is a file",
  EEXIST: "a file has its name",
  EISDIR: "it is a folder",
  ENOTREG: "it is not a regular file",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's disk quota is exceeded",
  ENAMETOOLONG: "its name is too long",
};

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
