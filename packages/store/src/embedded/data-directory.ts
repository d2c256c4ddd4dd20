import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createFile } from './create-file.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { fileProblem, outputProblem, PostgresStartError } from './postgres-start-error.ts'
import { reachablePlace } from './reachable-place.ts'
import type { ServiceAccount } from './service-account.ts'

/** A data directory that Opal owns. The password is made once; the server listens on the loopback interface only. */
export interface DataDirectory {
  readonly path: string
  readonly password: string
}

const MARKER = 'opal.json'
/** Between the name of a directory and the random end of that in which it is created. */
const DRAFT = '.opal-new-'

/**
 * Opens the cluster in `requested`, or creates one with `initdb`.
 * @throws PostgresStartError when the directory holds something else, another major version, or cannot be written.
 */
export function openDataDirectory(
  requested: string,
  binaries: PostgresBinaries,
  account: ServiceAccount | null,
): DataDirectory {
  try {
    const path = reachablePlace(requested, account)
    removeDrafts(path)
    const contents = existsSync(path) ? readdirSync(path) : []
    if (contents.length === 0) return createCluster(path, binaries, account)
    return openCluster(path, contents, binaries)
  } catch (error) {
    throw fileProblem(error, requested)
  }
}

function openCluster(path: string, contents: readonly string[], binaries: PostgresBinaries): DataDirectory {
  if (!contents.includes('PG_VERSION') || !contents.includes(MARKER)) {
    const sentence = `${path} holds files that are not Opal's: choose another place with --data-dir, or empty it.`
    throw new PostgresStartError('directory-foreign', sentence)
  }
  const major = Number.parseInt(readFileSync(join(path, 'PG_VERSION'), 'utf8'), 10)
  if (major !== binaries.major) {
    const sentence =
      `${path} was made by PostgreSQL ${major}, this is ${binaries.major}: start with another --data-dir, which indexes the chain again, and bring users’ ` +
      'rows over with `npm run backup` of the version that made it and `npm run restore` of this one.'
    throw new PostgresStartError('directory-incompatible', sentence)
  }
  const marker: { password: string } = JSON.parse(readFileSync(join(path, MARKER), 'utf8'))
  return { path, password: marker.password }
}

/** Creates it next to its place, which it then takes whole: a start that is killed before leaves the place empty. */
function createCluster(path: string, binaries: PostgresBinaries, account: ServiceAccount | null): DataDirectory {
  const draft = mkdtempSync(`${path}${DRAFT}`)
  own(draft, account)
  const password = randomBytes(18).toString('base64url')
  const secrets = mkdtempSync(join(tmpdir(), 'opal-initdb-'))
  try {
    const passwordFile = join(secrets, 'password')
    createFile(passwordFile, password, 0o600, account)
    own(secrets, account)
    runInitdb(draft, passwordFile, binaries, account)
    createFile(join(draft, MARKER), JSON.stringify({ password }), 0o600, account)
    renameSync(draft, path)
  } finally {
    rmSync(secrets, { recursive: true, force: true })
    rmSync(draft, { recursive: true, force: true })
  }
  return { path, password }
}

/** Removes what killed starts left. An initdb that outlives its start may write some of it again, until the next one. */
function removeDrafts(path: string): void {
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}${DRAFT}`))
  for (const name of names) rmSync(join(dirname(path), name), { recursive: true, force: true, maxRetries: 5 })
}

/** The builtin C.UTF-8 locale sorts and folds alike on every system, whatever the machine has installed. */
function runInitdb(
  path: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  account: ServiceAccount | null,
): void {
  const args = ['-D', path, '-U', 'opal', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
  args.push('--builtin-locale=C.UTF-8', '--auth-host=scram-sha-256', '--auth-local=reject', `--pwfile=${passwordFile}`)
  args.push('--no-instructions', '--no-sync')
  const result = spawnSync(binaries.initdb, args, {
    encoding: 'utf8',
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  if (result.error) throw result.error
  if (result.status !== 0) throw outputProblem('initdb', result.stderr + result.stdout, path)
}

function own(path: string, account: ServiceAccount | null): void {
  if (account) chownSync(path, account.uid, account.gid)
}
