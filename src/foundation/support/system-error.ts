const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "the folder does not exist",
  ENOTDIR: "part of its path is a file",
  EISDIR: "it is a folder",
  EACCES: "this user has no write permission there",
  EPERM: "this user has no write permission there",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "this user's disk quota is exceeded",
  ENAMETOOLONG: "its name is too long",
};

/** Why the system could not write a file, as part of a sentence. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ""] ?? message;
}
