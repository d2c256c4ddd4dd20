import { writeFileSync } from 'node:fs'

/** Empties Linux's cache of files, so that the next reads come from the disk. @returns false where that is not allowed. */
export function dropSystemCache(): boolean {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3')
    return true
  } catch {
    return false
  }
}
