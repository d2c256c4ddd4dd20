import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isReachable } from '@opal/store/inspect/is-reachable'
import { ROOT } from '../repository.ts'

/** The database of an instance that is up, by its data directory; null when it is not. */
export async function runningDatabase(dataDir: string): Promise<string | null> {
  const file = join(resolve(ROOT, dataDir), 'database-url')
  const url = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return url !== '' && (await isReachable(url)) ? url : null
}
