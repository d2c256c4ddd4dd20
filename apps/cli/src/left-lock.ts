import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { errorCode } from '@opal/domain/errors'

/**
 * Removes the lock file of a process that is gone. Several processes may do so at the same time: a late one finds the lock of a process that has
 * taken it since, and leaves that in place.
 * @param holder content of the lock file as it was read
 */
export function removeLeftLock(path: string, holder: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') === holder) rmSync(aside)
    else renameSync(aside, path)
  } catch (error) {
    // It is removed already.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

/** Creates a lock file that names its holder. @returns whether it is ours: false where another process has it. */
export function takeLock(path: string, holder: string): boolean {
  try {
    writeFileSync(path, holder, { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}
