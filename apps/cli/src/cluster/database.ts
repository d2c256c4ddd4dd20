import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository.ts'
import { type Cluster, HOST } from './cluster.ts'
import { accountOf, engineFolder } from './engine.ts'
import { backrestConfig, backupRepository, SERVERS } from './engines/postgres.ts'
import { runTool } from './run-tool.ts'

const SCRIPT = 'postgres/roles.sql'

/** Makes the roles and the database, where they are not there yet. Their passwords are those of the cluster. */
export async function createDatabase(cluster: Cluster): Promise<void> {
  const { ports, secrets } = cluster
  const passwords = {
    owner_password: secrets.owner,
    api_password: secrets.api,
    pgbouncer_password: secrets.pgbouncer,
    monitor_password: secrets.monitor,
  }
  await runTool({
    command: '/usr/bin/psql',
    args: [
      ...['-h', HOST, '-p', String(ports.primary), '-U', 'postgres', '-d', 'postgres', '-X', '-q'],
      ...Object.entries(passwords).flatMap(([name, value]) => ['-v', `${name}=${value}`]),
      ...['-f', join(ROOT, 'deploy', SCRIPT)],
    ],
    account: 'postgres',
    env: { PGPASSWORD: secrets.superuser },
  })
}

const BACKUP = 'pgbackrest'

/** Runs pgBackRest over all servers, as the account of PostgreSQL. @returns what it printed. */
export async function pgbackrest(cluster: Cluster, args: readonly string[]): Promise<string> {
  return await runTool({
    command: '/usr/bin/pgbackrest',
    args: [`--config=${join(engineFolder(cluster, BACKUP), 'pgbackrest.conf')}`, '--stanza=opal', ...args],
    account: 'postgres',
    env: { PGHOST: HOST, PGPASSWORD: cluster.secrets.superuser },
  })
}

/** Prepares the repository of physical backups; from then on the write-ahead log is archived. */
export async function prepareBackups(cluster: Cluster): Promise<void> {
  const account = accountOf('postgres')
  const folder = engineFolder(cluster, BACKUP)
  for (const path of [
    backupRepository(cluster),
    folder,
    ...['lock', 'log', 'spool'].map((name) => join(folder, name)),
  ]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chownSync(path, account.uid, account.gid)
  }
  const file = join(folder, 'pgbackrest.conf')
  writeFileSync(file, backrestConfig(cluster, BACKUP, SERVERS), { mode: 0o600 })
  chownSync(file, account.uid, account.gid)
  await pgbackrest(cluster, ['stanza-create'])
}
