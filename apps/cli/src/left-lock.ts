import { readFileSync, renameSync, rmSync } from 'node:fs'
import { errorCode } from '@opal/domain/errors'

/**
 * Removes the lock file of a process that is gone. Several may find it so at the same time: who comes late meets that of one that has taken it since,
 * and leaves it.
 * @param holder what was read of the file
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
