import { writeSync } from 'node:fs'

/** Writes all of it: one call of the system may take a part only. @throws Error of the system, such as ENOSPC. */
export function writeWhole(file: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
