import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { canReach, type ServiceAccount } from './service-account.ts'

/** Holds what belongs in a directory that the service account cannot reach, which then links to it. */
const ROOT_STATE = '/var/lib/opal'

/**
 * Returns where a directory of a service account lies: follows the link of an earlier start, or makes one when the account cannot
 * reach the requested directory.
 * @param account null where it is the current user
 */
export function reachablePlace(requested: string, account: ServiceAccount | null): string {
  if (existsSync(requested)) return realpathSync(requested)
  mkdirSync(dirname(requested), { recursive: true })
  const path = join(realpathSync(dirname(requested)), basename(requested))
  if (account === null || canReach(account, path)) return requested
  const place = join(ROOT_STATE, createHash('sha256').update(path).digest('hex').slice(0, 16))
  mkdirSync(place, { recursive: true, mode: 0o755 })
  rmSync(requested, { force: true })
  symlinkSync(place, requested)
  return place
}
