import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { ROOT } from '../../repository.ts'
import type { Cluster } from '../cluster.ts'
import type { Engine } from '../engine.ts'
import { CLUSTER_PORTS } from '../ports.ts'
import { SECRET_NAMES } from '../secrets.ts'
import { TESTING_CLUSTER } from '../testing/testing-cluster.ts'
import { etcdMembers } from './etcd.ts'
import { exporters, prometheus } from './monitoring.ts'
import { postgresServers } from './postgres.ts'
import { haproxy, pgbouncer } from './proxies.ts'
import { redisServers, sentinels } from './redis.ts'

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  // The folder of Debian's PostgreSQL, which machines that run the tests need not have.
  readdirSync: () => ['13', '15', 'common'],
}))

const CopySettings = z.object({
  postgresql: z.object({ create_replica_methods: z.array(z.string()), copy: z.object({ command: z.string() }) }),
})

const engines: readonly Engine[] = [
  ...etcdMembers(TESTING_CLUSTER),
  ...postgresServers(TESTING_CLUSTER),
  haproxy(TESTING_CLUSTER),
  pgbouncer(TESTING_CLUSTER),
  ...redisServers(TESTING_CLUSTER),
  ...sentinels(TESTING_CLUSTER),
  ...exporters(TESTING_CLUSTER),
  prometheus(TESTING_CLUSTER),
]
const textOf = (name: string, file: string) => engines.find((engine) => engine.name === name)?.files[file]?.text ?? ''

test('every configuration is filled in, names this machine alone, and has the shifted ports', () => {
  for (const engine of engines) {
    for (const [file, { text }] of Object.entries(engine.files)) {
      expect(text, `${engine.name}/${file}`).not.toMatch(/\$\{\w+\}/)
      expect(text, `${engine.name}/${file}`).not.toMatch(/0\.0\.0\.0|\bbind \*|localhost/)
    }
  }
  expect(textOf('pg2', 'patroni.yml')).toContain('listen: 127.0.0.1:15532')
  expect(textOf('haproxy', 'haproxy.cfg')).toContain('server pg3 127.0.0.1:15533 check port 18103')
})

test('no two engines share a name or a folder', () => {
  expect(new Set(engines.map(({ name }) => name)).size).toBe(engines.length)
})

test('Patroni talks to every member of etcd over the v2 API, and waits for both replicas', () => {
  for (const server of ['pg1', 'pg2', 'pg3']) {
    const text = textOf(server, 'patroni.yml')
    expect(text).toContain("etcd:\n  hosts: ['127.0.0.1:12471', '127.0.0.1:12472', '127.0.0.1:12473']")
    expect(text).not.toMatch(/^etcd3:/m)
    expect(text).toMatch(/synchronous_mode: true\n\s+synchronous_node_count: 2/)
    expect(text).toContain('/usr/lib/postgresql/15/bin')
  }
  for (const member of ['etcd1', 'etcd2', 'etcd3']) expect(textOf(member, 'etcd.yml')).toContain('enable-v2: true')
})

test('a replica is copied from the leader without a time limit for stalls', () => {
  const { postgresql } = CopySettings.parse(parse(textOf('pg2', 'patroni.yml')))
  expect(postgresql.create_replica_methods).toEqual(['copy'])
  // As Patroni calls it.
  const command = `${postgresql.copy.command.replace('/usr/lib/postgresql/15/bin/pg_basebackup', 'echo')} "$@"`
  const parameters = [
    '--scope=opal',
    '--role=replica',
    '--datadir=/a b',
    '--connstring=dbname=postgres user=replicator',
  ]
  expect(execFileSync('sh', ['-c', command, 'sh', ...parameters], { encoding: 'utf8' })).toBe(
    '--pgdata=/a b --wal-method=stream --dbname=dbname=postgres user=replicator options=-cwal_sender_timeout=0 keepalives_idle=5 keepalives_interval=2 keepalives_count=3\n',
  )
})

test('an empty cluster is made by initdb, or from a backup up to a second or to the end', () => {
  const configOf = (restore: Cluster['restore']) =>
    postgresServers({ ...TESTING_CLUSTER, restore })[0]?.files['patroni.yml']?.text
  expect(configOf(null)).toContain('method: initdb')
  expect(configOf({ target: { time: null }, timeline: 3, backup: '20261128-021500F' })).toMatch(
    /method: pgbackrest\n[\s\S]*--stanza=opal --set=20261128-021500F --type=default --target-timeline=3\n[\s\S]*%f "%p" \|\| \{[^\n]*\}' restore\n/,
  )
  const time = '2026-11-28 03:15:00.5+00'
  const backup = '20261128-021500F_20261129-021500I'
  expect(configOf({ target: { time }, timeline: 4, backup })).toContain(
    `--set=${backup} --type=time --target="${time}" --target-action=promote --target-timeline=4\n`,
  )
})

test('the time after which a primary is replaced leaves room for the tries of its Patroni', () => {
  const value = (name: string) =>
    Number(new RegExp(`^\\s+${name}: (\\d+)$`, 'm').exec(textOf('pg1', 'patroni.yml'))?.[1])
  expect(value('loop_wait') + 2 * value('retry_timeout')).toBeLessThanOrEqual(value('ttl'))
})

test('writes a password only to files of the engines that need it, readable by their account alone', () => {
  const having = (secret: string) =>
    engines
      .filter(({ files }) => Object.values(files).some(({ text }) => text.includes(secret)))
      .map(({ name }) => name)
  expect(having('secret-of-superuser')).toEqual(['pg1', 'pg2', 'pg3'])
  expect(having('secret-of-patroni')).toEqual(['pg1', 'pg2', 'pg3'])
  expect(having('secret-of-sentinel')).toEqual(['sentinel1', 'sentinel2', 'sentinel3'])
  expect(having('secret-of-pgbouncer')).toEqual(['pgbouncer'])
  expect(having('secret-of-redis')).toEqual(['redis1', 'redis2', 'sentinel1', 'sentinel2', 'sentinel3'])
  expect(having('secret-of-owner')).toEqual([])
  for (const { args } of engines) expect(args.join(' ')).not.toContain('secret-of')
})

test('engines that listen to browsers, too, take no change from a page of another site', () => {
  for (const n of [1, 2, 3]) {
    const etcd = textOf(`etcd${n}`, 'etcd.yml')
    expect(etcd).toContain(`\ncors: http://127.0.0.1:${12_470 + n}\n`)
    expect(etcd).toContain('\nhost-whitelist: 127.0.0.1\n')
    const patroni = textOf(`pg${n}`, 'patroni.yml')
    expect(patroni).toMatch(
      /^restapi:\n(?: .*\n)*? {2}authentication: \{username: patroni, password: 'secret-of-patroni'\}$/m,
    )
    expect(textOf(`sentinel${n}`, 'sentinel.conf')).toContain('\nrequirepass secret-of-sentinel\n')
  }
  expect(prometheus(TESTING_CLUSTER).args).toContain('--web.cors.origin=http://127.0.0.1:19190')
})

test('a second Redis follows the first one; files that Sentinel rewrites are written once', () => {
  expect(textOf('redis1', 'redis.conf')).not.toContain('replicaof')
  expect(textOf('redis2', 'redis.conf')).toContain('\nreplicaof 127.0.0.1 16471\n')
  for (const name of ['redis1', 'redis2', 'sentinel1', 'sentinel2', 'sentinel3'])
    for (const file of Object.values(engines.find((engine) => engine.name === name)?.files ?? {}))
      expect(file.isOwnedByEngine, name).toBe(true)
})

test('pgBouncer leaves no pid that another process may have after a restart of the machine', () =>
  expect(textOf('pgbouncer', 'pgbouncer.ini')).not.toMatch(/^\s*pidfile/m))

test.each(['operate', 'run-a-cluster', 'back-up-and-restore'])(
  'commands of %s name ports, passwords and files of engines that a cluster has',
  (page) => {
    const text = readFileSync(join(ROOT, `docs/how-to/${page}.md`), 'utf8')
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
    const files = new Set(
      engines.flatMap((engine) => Object.keys(engine.files).map((file) => `${engine.name}/${file}`)),
    )
    expect(Object.values(CLUSTER_PORTS)).toEqual(
      expect.arrayContaining(named(/(?:127\.0\.0\.1:|-p )(\d{5})/g).map(Number)),
    )
    expect(SECRET_NAMES).toEqual(expect.arrayContaining(named(/\$\(secret (\w+)\)/g)))
    const others = named(/\.opal-cluster\/engines\/([\w/.]+)/g).filter((file) => !files.has(file))
    expect(others).toEqual([])
  },
)

test('settings that the pages name have the values of the configurations', () => {
  const page = (path: string) => readFileSync(join(ROOT, 'docs', path), 'utf8')
  const configured = engines.flatMap((engine) => Object.values(engine.files).map(({ text }) => text)).join('\n')
  const [, bounds = ''] = page('how-to/run-a-cluster.md').split('### Bounds of a recovery')
  const [table = ''] = bounds.split('### Measured')
  const named = [...table.matchAll(/`([a-z][a-z_ -]+)`:? (\d[\d.]*\d|\d)/g)]
  expect(named.length).toBeGreaterThan(8)
  const wrong = named.filter(([, name = '', text]) => {
    const ms = Math.round(Number(text) * 1000)
    const values = [`${ms / 1000}`, `${ms / 1000}s`, `${ms}`, `${ms}ms`]
      .map((value) => value.replace('.', '\\.'))
      .join('|')
    return !new RegExp(`(?<![\\w-])${name}:? (?:opal )?(?:${values})(?![\\w.])`).test(configured)
  })
  expect(wrong.map(([whole]) => whole)).toEqual([])
  const [, connections] = /the (\d+) connections of `deploy\/patroni`/.exec(page('reference/scale.md')) ?? []
  expect(textOf('pg1', 'patroni.yml')).toContain(`max_connections: ${connections}\n`)
})
