import { existsSync } from 'node:fs'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type SnapshotOptions, type SnapshotSchema, takeSnapshot } from './take-snapshot.ts'

/**
 * Writes a snapshot beside its folder and moves it there when it is whole: a folder of this name is never half a snapshot.
 * What an ended run left is removed first; a failed one leaves nothing.
 * @param options `directory` must not exist, or be empty.
 */
export async function publishSnapshot(options: SnapshotOptions): Promise<SnapshotSchema> {
  const partial = `${options.directory}.partial`
  try {
    await mkdir(dirname(partial), { recursive: true })
    await rm(partial, { recursive: true, force: true })
    const schema = await takeSnapshot({ ...options, directory: partial })
    if (existsSync(options.directory)) await rmdir(options.directory)
    await rename(partial, options.directory)
    return schema
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}
