import { renameSync, rmSync } from 'node:fs'
import { createFile, type FileOwner } from '@opal/store/embedded/create-file'

export interface FileSettings {
  /** Permissions; those of the system's default when left out. */
  readonly mode?: number
  /** Account that owns the file; ours when left out. */
  readonly owner?: FileOwner
}

/** Returns the name under which {@link replaceFile} writes; a process that was killed while it wrote leaves such a file. */
export function draftOf(path: string): string {
  return `${path}.draft`
}

/** Writes a file atomically: whenever this process is killed, the path has the old text or the new one, whole. */
export function replaceFile(path: string, text: string, { mode = 0o666, owner }: FileSettings = {}): void {
  const draft = draftOf(path)
  rmSync(draft, { force: true })
  createFile(draft, text, mode, owner ?? null)
  renameSync(draft, path)
}
