import { closeSync, fchownSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

export interface FileSettings {
  /** Permissions; those of the system's default when left out. */
  readonly mode?: number
  /** Account that owns the file; ours when left out. */
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** Returns the name under which {@link replaceFile} writes; a process that was killed while it wrote leaves such a file. */
export function draftOf(path: string): string {
  return `${path}.draft`
}

/** Writes a file atomically: whenever this process is killed, the path has the old text or the new one, whole. */
export function replaceFile(path: string, text: string, { mode = 0o666, owner }: FileSettings = {}): void {
  const draft = draftOf(path)
  rmSync(draft, { force: true })
  // Refuses to follow a link, which the account of the folder could have put there, and gives away the file that was opened: that account
  // could put another in its place.
  const file = openSync(draft, 'wx', mode)
  try {
    writeFileSync(file, text)
    if (owner !== undefined) fchownSync(file, owner.uid, owner.gid)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}
