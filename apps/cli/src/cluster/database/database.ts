import { existsSync, lchownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { replaceFile } from '../../replace-file.ts'
import { ROOT } from '../../repository.ts'
import { type Cluster, HOST } from '../cluster.ts'
import { accountOf, engineFolder } from '../engine.ts'
import { backrestConfig, backupRepository, SERVERS } from '../engines/postgres.ts'
import { type Backup, lsnOf, readHistory, type Timeline } from '../restore/restore-base.ts'
import { runTool } from '../run-tool.ts'

const SCRIPT = 'postgres/roles.sql'

/** Creates missing roles and the database, with the passwords of the cluster. */
export async function createDatabase(cluster: Cluster): Promise<void> {
  const { ports, secrets } = cluster
  await runTool({
    command: '/usr/bin/psql',
    args: [
      `--host=${HOST}`,
      `--port=${ports.primary}`,
      '--username=postgres',
      '--dbname=postgres',
      '--no-psqlrc',
      '--quiet',
      `--file=${join(ROOT, 'deploy', SCRIPT)}`,
    ],
    account: 'postgres',
    env: {
      PGPASSWORD: secrets.superuser,
      OWNER_PASSWORD: secrets.owner,
      API_PASSWORD: secrets.api,
      PGBOUNCER_PASSWORD: secrets.pgbouncer,
      MONITOR_PASSWORD: secrets.monitor,
    },
  })
}

const BACKUP = 'pgbackrest'
const INFO = ['--output=json', 'info']

/** The settings that pgBackRest needs. */
export type BackedUp = Pick<Cluster, 'engines' | 'secrets'>

/** Runs pgBackRest over all servers, as the account of PostgreSQL. @returns what it printed. */
async function pgbackrest(cluster: BackedUp, args: readonly string[]): Promise<string> {
  return await runBackrest(backrestFile(cluster), args, { PGHOST: HOST, PGPASSWORD: cluster.secrets.superuser })
}

async function runBackrest(
  config: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const command = '/usr/bin/pgbackrest'
  return await runTool({ command, args: [`--config=${config}`, '--stanza=opal', ...args], account: 'postgres', env })
}

/** Returns the configuration of pgBackRest that leads to the backups of all servers. */
export function backrestFile(cluster: Pick<Cluster, 'engines'>): string {
  return join(engineFolder(cluster, BACKUP), 'pgbackrest.conf')
}

/** Creates the repository of physical backups. PostgreSQL archives its write-ahead log there from then on. */
export async function prepareBackups(cluster: Cluster): Promise<void> {
  configureBackups(cluster)
  await pgbackrest(cluster, ['stanza-create'])
}

/** Writes what pgBackRest needs to find the repository and the servers where they are now. */
export function configureBackups(cluster: Omit<Cluster, 'restore'>): void {
  const account = accountOf('postgres')
  const folder = engineFolder(cluster, BACKUP)
  for (const path of [
    backupRepository(cluster),
    folder,
    ...['lock', 'log', 'spool'].map((name) => join(folder, name)),
  ]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    lchownSync(path, account.uid, account.gid)
  }
  const text = backrestConfig(cluster, BACKUP, SERVERS)
  replaceFile(backrestFile(cluster), text, { mode: 0o600, owner: account })
}

const Lsn = z.string().transform(lsnOf)
/** Name of a segment of the write-ahead log, which begins with its timeline in hex. */
const TimelineOfSegment = z.string().transform((name) => Number.parseInt(name.slice(0, 8), 16))
const BackupInfo = z
  .object({
    label: z.string(),
    error: z.boolean().nullish(),
    timestamp: z.object({ stop: z.number() }),
    archive: z.object({ stop: TimelineOfSegment }),
    lsn: z.object({ stop: Lsn }),
  })
  .transform(({ label, error, timestamp, archive, lsn }): Backup => {
    return { label, endSeconds: error === true ? null : timestamp.stop, timeline: archive.stop, endLsn: lsn.stop }
  })
const Repository = z.array(z.object({ archive: z.array(z.object({ id: z.string() })), backup: z.array(BackupInfo) }))

/** Returns the physical backups of the repository; none where none was ever prepared. Needs no running server. */
export async function readBackups(cluster: BackedUp): Promise<readonly Backup[]> {
  return (await readRepository(cluster))?.backup ?? []
}

async function readRepository(cluster: BackedUp): Promise<z.output<typeof Repository>[number] | undefined> {
  if (!existsSync(backrestFile(cluster))) return undefined
  return Repository.parse(JSON.parse(await pgbackrest(cluster, INFO)))[0]
}

/**
 * Returns the physical backups of the repository that a configuration of pgBackRest names. Needs no running server.
 * @throws Problem when the repository cannot be read.
 */
export async function listBackups(config: string): Promise<readonly Backup[]> {
  return Repository.parse(JSON.parse(await runBackrest(config, INFO)))[0]?.backup ?? []
}

/** Reads a timeline's history out of the archive, of the newest one unless a number is given. Needs no running server. */
export async function readTimeline(cluster: BackedUp, wanted?: number): Promise<Timeline> {
  const id = (await readRepository(cluster))?.archive.at(-1)?.id
  if (id === undefined) return readHistory(wanted ?? 1, '')
  const folder = `archive/opal/${id}`
  const files = (await pgbackrest(cluster, ['--filter=\\.history$', 'repo-ls', folder])).split('\n')
  const numbers = files.filter((name) => name !== '').map((name) => Number.parseInt(name, 16))
  const number = wanted ?? Math.max(1, ...numbers)
  if (!numbers.includes(number)) return readHistory(number, '')
  const name = `${number.toString(16).toUpperCase().padStart(8, '0')}.history`
  return readHistory(number, await pgbackrest(cluster, ['repo-get', `${folder}/${name}`]))
}

const Files = z.record(z.string(), z.object({ time: z.number().optional() }))
const SEGMENT = /(?:^|\/)[0-9A-F]{24}-[^/]*$/

/**
 * Returns when the last segment of the write-ahead log was archived, Unix seconds; null where that is unknown, which is no reason not to
 * restore. Needs no running server.
 */
export async function readArchiveEnd(cluster: BackedUp): Promise<number | null> {
  try {
    return archiveEnd(await pgbackrest(cluster, ['--output=json', '--recurse', 'repo-ls', 'archive/opal']))
  } catch {
    return null
  }
}

/** Finds the time of the last segment in the archive's files, as pgBackRest lists them. */
export function archiveEnd(list: string): number | null {
  const times = Object.entries(Files.parse(JSON.parse(list))).flatMap(([name, { time }]) =>
    time !== undefined && SEGMENT.test(name) ? [time] : [],
  )
  return times.length === 0 ? null : times.reduce((last, time) => Math.max(last, time))
}

/** Takes the first physical backup if there is none. Point-in-time recovery works from then on. */
export async function takeFirstBackup(cluster: Cluster): Promise<void> {
  if ((await readBackups(cluster)).length === 0) await takeBackup(cluster, 'full')
}

/** Takes a physical backup now. @param type `incr` contains only changes since the last backup */
export async function takeBackup(cluster: BackedUp, type: 'full' | 'incr'): Promise<void> {
  await pgbackrest(cluster, [`--type=${type}`, 'backup'])
}

/** Archives the write-ahead log up to now. @returns the server's time, as a recovery target. */
export async function archiveNow(cluster: Cluster): Promise<string> {
  const time = await askPrimary(cluster, 'select clock_timestamp()')
  // Recovery ends at the first transaction after the target. Without one it would wait for more of the log.
  await askPrimary(cluster, 'select txid_current()')
  await askPrimary(cluster, 'select pg_switch_wal()')
  await pgbackrest(cluster, ['check'])
  return time
}

/** Runs one statement on the primary as the superuser. @returns its output. */
async function askPrimary({ ports, secrets }: Cluster, statement: string): Promise<string> {
  const where = ['-h', HOST, '-p', String(ports.primary), '-U', 'postgres', '-d', 'opal']
  const answer = await runTool({
    command: '/usr/bin/psql',
    args: [...where, '-X', '-A', '-t', '-c', statement],
    account: 'postgres',
    env: { PGPASSWORD: secrets.superuser, PGTZ: 'UTC' },
  })
  return answer.trim()
}
