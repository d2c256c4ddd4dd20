import { readFileSync, renameSync, rmSync } from 'node:fs'
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
