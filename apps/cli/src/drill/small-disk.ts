import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { accountOf } from '../cluster/engine.ts'

/** Enough for the small demo market with its write-ahead log. */
const SIZE_MIB = 1_500
const FILLER = 'filler'

/** Mounts a small in-memory disk for a PostgreSQL server, in this mount namespace only. Call it before the first start. */
export function mountSmallDisk(folder: string): void {
  const { uid, gid } = accountOf('postgres')
  mkdirSync(folder, { recursive: true })
  const options = `size=${SIZE_MIB}m,uid=${uid},gid=${gid},mode=700`
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
  chownSync(folder, uid, gid)
}

/** Fills the disk. @returns a function that frees the space again. */
export function fillDisk(folder: string): () => void {
  const path = join(folder, FILLER)
  // It fails when the disk is full, as intended.
  spawnSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=1M'])
  return () => rmSync(path, { force: true })
}
