import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isReachable } from './server-facts.ts'

/** Returns the URL of the database that an instance in this data directory has opened; null where none runs. */
export async function runningDatabaseUrl(dataDir: string): Promise<string | null> {
  const file = join(dataDir, 'database-url')
  const url = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return url !== '' && (await isReachable(url)) ? url : null
}
