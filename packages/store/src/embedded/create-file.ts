import { closeSync, fchownSync, openSync, writeFileSync } from 'node:fs'

/** An account of the system that a file can be given to. */
export interface FileOwner {
  readonly uid: number
  readonly gid: number
}

/**
 * Creates a file with its text. Follows no link, which the account of the folder could have put there, and gives away the file that was
 * opened: that account could put another in its place.
 * @param owner null for this process's own account.
 * @throws Error of the system, EEXIST where something has the path.
 */
export function createFile(path: string, text: string, mode: number, owner: FileOwner | null): void {
  const file = openSync(path, 'wx', mode)
  try {
    writeFileSync(file, text)
    if (owner !== null) fchownSync(file, owner.uid, owner.gid)
  } finally {
    closeSync(file)
  }
}
