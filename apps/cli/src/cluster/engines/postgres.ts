import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import { answers } from '../../start/answers.ts'
import { type Cluster, HOST, type Restore } from '../cluster.ts'
import { type Engine, engineFolder } from '../engine.ts'
import { renderTemplate } from '../template.ts'

/** Numbers of the servers of a cluster. */
export const SERVERS = [1, 2, 3] as const
export type ServerNumber = (typeof SERVERS)[number]

const DEBIAN_POSTGRESQL = '/usr/lib/postgresql'

/**
 * Returns the folder of the PostgreSQL that a cluster runs: the one that made its data, since no other reads it, or the newest that Debian
 * installed for a new cluster.
 * @param installed folder of Debian's releases
 * @throws Problem where the one that made the data is not installed.
 */
export function postgresBinaries(cluster: Pick<Cluster, 'engines'>, installed = DEBIAN_POSTGRESQL): string {
  const majors = readdirSync(installed).map(Number).filter(Number.isInteger)
  const major = majorOfData(cluster) ?? Math.max(...majors)
  if (majors.includes(major)) return join(installed, String(major), 'bin')
  throw new Problem(
    `PostgreSQL ${major} made the data of this cluster, and ${majors.join(', ')} is installed: apt-get install postgresql-${major}.`,
  )
}

/** Returns the release that made the data of the servers, or else of the newest backup; null where there is neither. */
function majorOfData(cluster: Pick<Cluster, 'engines'>): number | null {
  const files = SERVERS.map((n) => join(serverData(cluster, n), 'PG_VERSION'))
  const made = files.find((file) => existsSync(file))
  if (made !== undefined) return Number.parseInt(readFileSync(made, 'utf8'), 10)
  const archive = join(backupRepository(cluster), 'archive', 'opal')
  // `15-1`: the release, and a number that grows with each change of it.
  const ids = (existsSync(archive) ? readdirSync(archive) : []).flatMap((name) => {
    const [, major, number] = /^(\d+)-(\d+)$/.exec(name) ?? []
    return major === undefined ? [] : [{ major: Number(major), number: Number(number) }]
  })
  return ids.toSorted((a, b) => a.number - b.number).at(-1)?.major ?? null
}

/** Returns the data folder of a server. */
export function serverData(cluster: Pick<Cluster, 'engines'>, n: ServerNumber): string {
  return join(engineFolder(cluster, `pg${n}`), 'data')
}

/** Returns the repository of physical backups. */
export function backupRepository(cluster: Pick<Cluster, 'engines'>): string {
  return join(cluster.engines, 'backup')
}

/** Returns the three PostgreSQL servers, each under its Patroni. */
export function postgresServers(cluster: Cluster): readonly Engine[] {
  return SERVERS.map((n) => {
    const name = `pg${n}`
    const folder = engineFolder(cluster, name)
    const rest = cluster.ports[`patroni${n}`]
    return {
      name,
      title: `PostgreSQL ${n}`,
      account: 'postgres',
      command: '/usr/bin/patroni',
      args: ['patroni.yml'],
      env: { HOME: folder },
      files: {
        'patroni.yml': { text: patroniConfig(cluster, n) },
        'pgbackrest.conf': { text: backrestConfig(cluster, name, [n]) },
      },
      folders: ['data', 'spool', 'lock', 'log'],
      isReady: () => answers(`http://${HOST}:${rest}/health`),
      // Patroni stops PostgreSQL before it exits.
      stopTimeoutMs: 15_000,
    }
  })
}

/** Returns pgBackRest's options for a restore. */
function restoreOptions({ target: { time }, backup, timeline }: Restore): string {
  const end = time === null ? '--type=default' : `--type=time --target="${time}" --target-action=promote`
  return `--set=${backup} ${end} --target-timeline=${timeline}`
}

function patroniConfig(cluster: Cluster, n: ServerNumber): string {
  const { ports, secrets, restore } = cluster
  const folder = engineFolder(cluster, `pg${n}`)
  return renderTemplate('patroni/patroni.yml', {
    NAME: `pg${n}`,
    HOST,
    REST_PORT: ports[`patroni${n}`],
    REST_PASSWORD: secrets.patroni,
    PG_PORT: ports[`pg${n}`],
    ETCD_HOSTS: `['${SERVERS.map((each) => `${HOST}:${ports[`etcd${each}`]}`).join("', '")}']`,
    DATA_DIR: join(folder, 'data'),
    RUN_DIR: folder,
    BIN_DIR: postgresBinaries(cluster),
    BOOTSTRAP_METHOD: restore === null ? 'initdb' : 'pgbackrest',
    // Unused by initdb.
    RESTORE_OPTIONS: restore === null ? '' : restoreOptions(restore),
    CLIENT_NETWORK: '127.0.0.1/32',
    SHARED_BUFFERS: '256MB',
    MAX_WAL_SIZE: '512MB',
    WAL_KEEP_SIZE: '256MB',
    SUPERUSER_PASSWORD: secrets.superuser,
    REPLICATION_PASSWORD: secrets.replication,
    REWIND_PASSWORD: secrets.rewind,
  })
}

/**
 * Returns a configuration of pgBackRest.
 * @param folderName folder of an engine that holds its locks and logs
 * @param servers to back up; pgBackRest finds the primary among several
 */
export function backrestConfig(
  cluster: Omit<Cluster, 'restore'>,
  folderName: string,
  servers: readonly ServerNumber[],
): string {
  const lines = servers.flatMap((server, index) => [
    `pg${index + 1}-path=${serverData(cluster, server)}`,
    `pg${index + 1}-port=${cluster.ports[`pg${server}`]}`,
    `pg${index + 1}-user=postgres`,
  ])
  return renderTemplate('pgbackrest/pgbackrest.conf', {
    REPOSITORY: backupRepository(cluster),
    RUN_DIR: engineFolder(cluster, folderName),
    SERVERS: lines.join('\n'),
  })
}
