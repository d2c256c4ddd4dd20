import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '@opal/domain/errors'
import type { NetworkName } from '@opal/domain/network'
import { isSameProcessAlive, processIdentity } from '@opal/store/embedded/process-identity'
import { originalOf } from '@opal/store/embedded/reachable-place'
import { stopSurvivor } from '@opal/store/embedded/survivor'
import { removeLeftLock, takeLock } from '../left-lock.ts'
import { asProblem, Problem } from '../problem.ts'
import { draftOf, replaceFile } from '../replace-file.ts'
import { endSurvivors } from '../supervisor/engine-survivors.ts'

/** Folder of everything that `npm start` stores: database, chain, logs. One running Opal can use it at a time. */
export interface DataDirectory {
  readonly path: string
  readonly postgres: string
  readonly chain: string
  readonly logs: string
  /** Records of running engines, by which the next start ends those that a killed one left. */
  readonly pids: string
  readonly networkJson: string
  readonly databaseUrlFile: string
  /** File with the API's database URL, for a role with fewer rights. */
  readonly apiDatabaseUrlFile: string
  /** Releases the folder for another start. */
  release(): void
}

const MARKER = 'opal.json'
const LOCK = 'opal.lock'
/** Returns whether a file is one that a start leaves when it is killed first of all. */
const isOfAStart = (name: string) => name.startsWith(LOCK) || name === draftOf(MARKER)

/**
 * Opens or creates the data directory and locks it for this process.
 * @throws Problem when it contains other files or another network's data, is in use, or is not writable.
 */
export function openDataDirectory(path: string, network: NetworkName): DataDirectory {
  try {
    mkdirSync(path, { recursive: true })
    checkContents(path, network)
    claim(path)
    replaceFile(join(path, MARKER), `${JSON.stringify({ network })}\n`)
    // Written once PostgreSQL is up. Files of a killed run would be read too early.
    for (const file of ['database-url', 'api-database-url']) rmSync(join(path, file), { force: true })
    return dataDirectory(path)
  } catch (error) {
    throw asProblem(error, path)
  }
}

/** Describes the data directory at a path, without opening it. */
export function dataDirectory(path: string): DataDirectory {
  return {
    path,
    postgres: join(path, 'postgres'),
    chain: join(path, 'chain'),
    logs: join(path, 'logs'),
    pids: join(path, 'pids'),
    networkJson: join(path, 'network.json'),
    databaseUrlFile: join(path, 'database-url'),
    apiDatabaseUrlFile: join(path, 'api-database-url'),
    release: () => rmSync(join(path, LOCK), { force: true }),
  }
}

/**
 * Removes the data of earlier runs, and ends the engines that a killed one left on it: nobody would know of them afterwards. Refuses a
 * directory that is not ours, and one in use.
 * @throws Problem
 */
export async function resetDataDirectory(path: string): Promise<void> {
  if (!existsSync(path)) return
  try {
    if (!existsSync(join(path, MARKER)) && readdirSync(path).some((name) => !isOfAStart(name))) throw foreign(path)
    claim(path)
    await endEngines(dataDirectory(path))
    // As root these may be links to folders elsewhere.
    for (const linked of [join(path, 'postgres'), join(path, 'engines')])
      if (isOwn(linked)) rmSync(realpathSync(linked), { recursive: true, force: true })
    // The marker last: without it a folder that is half removed would be refused as someone else's.
    for (const name of readdirSync(path))
      if (name !== MARKER) rmSync(join(path, name), { recursive: true, force: true })
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    throw asProblem(error, path)
  }
}

async function endEngines({ path, pids, postgres }: DataDirectory): Promise<void> {
  const engines = join(path, 'engines')
  if (existsSync(engines) && !isOwn(engines)) return
  await endSurvivors(pids)
  const servers = existsSync(engines) ? readdirSync(engines).map((name) => join(engines, name, 'data')) : []
  await Promise.all([postgres, ...servers].filter(isOwn).map((folder) => stopSurvivor(folder)))
}

/** Returns whether a folder is there, and not a copied link to what another directory holds. */
function isOwn(folder: string): boolean {
  return existsSync(folder) && originalOf(folder) === null
}

/**
 * Holds a `--reset` to the network that is started: what users have written to the database of a public one is nowhere else.
 * @throws Problem where the directory holds the data of another public network.
 */
export function refuseResetOfOther(path: string, network: NetworkName): void {
  const held = networkOf(path)
  if (held === null || held === 'local' || held === network) return
  throw new Problem(
    `${path} holds the data of ${held}, not of ${network}: nothing was deleted. Choose another place with --data-dir.`,
  )
}

function checkContents(path: string, network: NetworkName): void {
  const held = networkOf(path)
  if (held === network) return
  if (held !== null) {
    const advice =
      held === 'local'
        ? 'choose another place with --data-dir, or start with --reset.'
        : `start with --network ${held}, or choose another place with --data-dir.`
    throw new Problem(`${path} holds the data of ${held}, not of ${network}: ${advice}`)
  }
  if (readdirSync(path).some((name) => !isOfAStart(name))) throw foreign(path)
}

/** Reads whose data a directory holds; null where it holds none of ours. */
function networkOf(path: string): NetworkName | null {
  const marker = join(path, MARKER)
  if (!existsSync(marker)) return null
  const { network }: { network: NetworkName } = JSON.parse(readFileSync(marker, 'utf8'))
  return network
}

function foreign(path: string): Problem {
  return new Problem(`${path} holds files that are not Opal's: choose an empty place with --data-dir.`)
}

/** The lock names the process that holds it; a lock whose process is gone is taken over. */
function claim(path: string): void {
  const lock = join(path, LOCK)
  const mine = processIdentity(process.pid) ?? String(process.pid)
  while (!takeLock(lock, mine)) {
    const holder = holderOf(lock)
    if (holder === mine) return
    if (holder !== null && holder !== '' && isSameProcessAlive(holder)) throw inUse(path, holder)
    if (holder !== null) removeLeftLock(lock, holder)
  }
}

/** Returns what the lock names; null where it is free by now. */
function holderOf(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

function inUse(path: string, holder: string): Problem {
  const advice = 'stop that one first, or choose another place with --data-dir (and other ports with --port-offset).'
  return new Problem(`${path} is in use by another Opal (process ${holder.split('@')[0]}): ${advice}`)
}
