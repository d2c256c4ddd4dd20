import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PostgresStartError } from './postgres-start-error.ts'
import { canReach, type ServiceAccount } from './service-account.ts'

/** Holds what belongs in a directory that the service account cannot reach, which then links to it. */
const ROOT_STATE = '/var/lib/opal'

/**
 * Returns where a directory of a service account lies: follows the link of an earlier start, or makes one when the account cannot
 * reach the requested directory.
 * @param account null where it is the current user
 * @throws PostgresStartError `directory-foreign` where the link is a copy of another's, leads to what was left on another machine or in a container
 * that is gone, or was removed by hand and what it led to was not.
 */
export function reachablePlace(requested: string, account: ServiceAccount | null, state = ROOT_STATE): string {
  if (existsSync(requested)) return follow(requested, state)
  refuseLost(requested, state)
  mkdirSync(dirname(requested), { recursive: true })
  const path = nameOf(requested)
  if (account === null || canReach(account, path)) return requested
  const place = join(state, createHash('sha256').update(path).digest('hex').slice(0, 16))
  if (existsSync(place) && readdirSync(place).length > 0) {
    const sentence = `${requested} was removed, and its data is still in ${place}: to begin with none, remove that, too.`
    throw new PostgresStartError('directory-foreign', sentence)
  }
  mkdirSync(place, { recursive: true, mode: 0o755 })
  writeFileSync(noteOf(place), path)
  rmSync(requested, { force: true })
  symlinkSync(place, requested)
  return place
}

/**
 * Returns another directory whose data this one links to, as a copy of that directory does; null where it has its own. One that was moved takes
 * its data along.
 */
export function originalOf(requested: string, state = ROOT_STATE): string | null {
  const place = realpathSync(requested)
  const first = dirname(place) === state ? ownerOf(place) : null
  if (first === null || first === nameOf(requested)) return null
  return existsSync(first) && realpathSync(first) === place ? first : null
}

function follow(requested: string, state: string): string {
  const place = realpathSync(requested)
  const original = originalOf(requested, state)
  if (original !== null) {
    const sentence = `${requested} is a link to the data of ${original}: remove the link to begin with none, or choose another place with --data-dir.`
    throw new PostgresStartError('directory-foreign', sentence)
  }
  const name = nameOf(requested)
  // Written only where needed, so that a start also works on a full disk.
  if (dirname(place) === state && ownerOf(place) !== name) writeFileSync(noteOf(place), name)
  return place
}

/**
 * Refuses a link to a place that this machine never had: the directory was brought here without its data. One that was removed here has left its note.
 * @throws PostgresStartError
 */
function refuseLost(requested: string, state: string): void {
  if (lstatSync(requested, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return
  const place = readlinkSync(requested)
  if (dirname(place) !== state || existsSync(noteOf(place))) return
  const sentence = `${requested} is a link to ${place}, which is not on this machine: copy that here as well, with its owner, or remove the link to begin with none.`
  throw new PostgresStartError('directory-foreign', sentence)
}

/** Returns the directory whose data a place holds; null for a place of an older release. */
function ownerOf(place: string): string | null {
  return existsSync(noteOf(place)) ? readFileSync(noteOf(place), 'utf8') : null
}

/** Returns the path of a directory, of which only the last part may be a link. */
function nameOf(requested: string): string {
  return join(realpathSync(dirname(requested)), basename(requested))
}

/** Returns the file that names the directory whose data a place holds. */
function noteOf(place: string): string {
  return `${place}.of`
}
