import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE_ANSWER_MS } from '@opal/api/node-answer-time'
import { KEEP_ALIVE_MS } from '@opal/runtime/keep-alive'
import { expect, test, vi } from 'vitest'
import { ROOT } from '../../repository.ts'
import { dataDirectory } from '../../start/data-directory.ts'
import type { Cluster } from '../cluster.ts'
import type { Engine } from '../engine.ts'
import { CLUSTER_PORTS, clusterPorts } from '../ports.ts'
import { SECRET_NAMES } from '../secrets.ts'
import { etcdMembers } from './etcd.ts'
import { exporters, prometheus } from './monitoring.ts'
import { postgresServers } from './postgres.ts'
import { haproxy, pgbouncer } from './proxies.ts'
import { following, redisServers, sentinels, withData, withLimits } from './redis.ts'

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  // The folder of Debian's PostgreSQL, which machines that run the tests need not have.
  readdirSync: () => ['13', '15', 'common'],
}))

const cluster: Cluster = {
  directory: dataDirectory('/data'),
  engines: '/data/engines',
  ports: clusterPorts(100),
  secrets: Object.fromEntries(SECRET_NAMES.map((name) => [name, `secret-of-${name}`])) as Cluster['secrets'],
  restore: null,
}

const engines: readonly Engine[] = [
  ...etcdMembers(cluster),
  ...postgresServers(cluster),
  haproxy(cluster),
  pgbouncer(cluster),
  ...redisServers(cluster),
  ...sentinels(cluster),
  ...exporters(cluster),
  prometheus(cluster),
]
const textOf = (name: string, file: string) => engines.find((engine) => engine.name === name)?.files[file]?.text ?? ''

test('every configuration is filled in, names this machine alone, and has the shifted ports', () => {
  for (const engine of engines) {
    for (const [file, { text }] of Object.entries(engine.files)) {
      expect(text, `${engine.name}/${file}`).not.toMatch(/\$\{/)
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

test('an empty cluster is made by initdb, or from a backup up to a second or to the end', () => {
  const configOf = (restore: Cluster['restore']) =>
    postgresServers({ ...cluster, restore })[0]?.files['patroni.yml']?.text
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
  expect(prometheus(cluster).args).toContain('--web.cors.origin=http://127.0.0.1:19190')
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

test('a Redis that comes back follows whom the sentinels name, whatever it followed before', () => {
  const config = textOf('redis1', 'redis.conf')
  const asReplica = following(config, 16_472)
  expect(asReplica).toBe(`${config}replicaof 127.0.0.1 16472\n`)
  expect(following(asReplica, 16_473)).toBe(`${config}replicaof 127.0.0.1 16473\n`)
  expect(following(asReplica, null)).toBe(config)
})

test('a Redis that keeps its configuration gets the limits of memory that a later release has', () => {
  const released = textOf('redis1', 'redis.conf')
  const before = released.replaceAll(/^maxmemory.*\n/gm, '')
  expect(before).not.toContain('maxmemory ')
  const limits = ['maxmemory 256mb', 'maxmemory-policy volatile-lru']
  expect(withLimits(before, released)).toBe(`${before}${limits.join('\n')}\n`)
  const other = released.replace('maxmemory 256mb', 'maxmemory 1gb').replace('volatile-lru', 'noeviction')
  for (const config of [released, other]) expect(withLimits(config, released)).toBe(released)
})

test('a Redis and its sentinels find their data where the folder of a cluster was moved', () => {
  for (const [name, file] of [
    ['redis2', 'redis.conf'],
    ['sentinel3', 'sentinel.conf'],
  ] as const) {
    const config = textOf(name, file)
    const here = `/data/engines/${name}/data`
    // As Redis writes it.
    const rewritten = config.replace(`dir ${here}`, `dir "${here}"`)
    expect(rewritten).not.toBe(config)
    for (const text of [config, rewritten]) {
      expect(withData(text, here)).toBe(text)
      expect(withData(text, '/moved/data')).toBe(config.replace(`dir ${here}`, 'dir /moved/data'))
    }
  }
})

/** Returns a reader of the times, milliseconds, that a backend of HAProxy sets. */
function timesOf(backend: string): (setting: string) => number {
  const [, text = ''] = textOf('haproxy', 'haproxy.cfg').split(`\nbackend ${backend}\n`)
  return (setting) => {
    const [, number, unit] = new RegExp(`\\b${setting} (\\d+)(ms|s)\\b`).exec(text) ?? []
    return Number(number) * (unit === 's' ? 1_000 : 1)
  }
}

test('a read that a frozen API or site holds is asked of the other one within ten seconds', () => {
  for (const backend of ['webs', 'apis']) {
    const ms = timesOf(backend)
    const read = backend === 'webs' ? ms('timeout server') : ms('set-timeout server')
    // Until the second check has failed, reads are still given to it.
    expect(ms('inter') + ms('fastinter') + 2 * ms('timeout check') + read, backend).toBeLessThan(10_000)
  }
})

test('an API gives up a node that hangs before HAProxy gives up the API, which then says what is wrong', () => {
  expect(NODE_ANSWER_MS).toBeLessThan(timesOf('apis')('timeout server') - 500)
})

test('HAProxy asks programs that may be silent for hours whether their machine is still there', () => {
  const silent = textOf('haproxy', 'haproxy.cfg')
    .split(/^(?=\S)/m)
    .filter((section) => /^ {2}timeout client \d+h$/m.test(section))
  expect(silent.map((section) => section.split(/\s+/)[1])).toEqual(['pg_primary', 'pg_replicas'])
  for (const section of silent) {
    expect(section).toMatch(/^ {2}option clitcpka$/m)
    for (const setting of ['idle 10s', 'intvl 2s', 'cnt 3']) expect(section).toContain(`  clitcpka-${setting}\n`)
  }
})

test('HAProxy repeats a request that changes something on no other server, and logs no query', () => {
  const text = textOf('haproxy', 'haproxy.cfg')
  const backends = text.split(/^backend /m).slice(1)
  const repeating = backends.filter((backend) => /retry-on .*empty-response/.test(backend))
  expect(repeating.length).toBeGreaterThan(2)
  for (const backend of repeating) expect(backend).toContain('disable-l7-retry if !{ method GET HEAD OPTIONS }')
  expect(text).not.toContain('option httplog')
  expect(text).toContain('%HPO')
})

test('each client and proxy closes an idle connection before the server behind it does', () => {
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const haproxyText = textOf('haproxy', 'haproxy.cfg')
  const ofHaproxy = seconds(haproxyText, /^defaults\n(?: .*\n)* {2}timeout http-keep-alive (\d+)s$/m)
  const caddyfile = readFileSync(join(ROOT, 'deploy/caddy/Caddyfile'), 'utf8')
  expect(seconds(caddyfile, /^\t{2}keepalive (\d+)s$/m)).toBeLessThan(ofHaproxy)
  expect(ofHaproxy).toBeLessThan(KEEP_ALIVE_MS / 1_000)
  const frontends = haproxyText.split(/^(?=[a-z])/m).filter((section) => /^frontend (?!stats\b)/.test(section))
  expect(frontends).toHaveLength(3)
  for (const frontend of frontends) expect(frontend).toMatch(/^ {2}http-response del-header keep-alive$/m)
})

/** Returns the value of each line of a HAProxy section that sets how many connections it holds. */
const connectionsOf = (section: string) =>
  [...section.matchAll(/^ {2}maxconn (\d+)$/gm)].map(([, count]) => Number(count))

test('however many sockets clients open, HAProxy has connections left for calls, and for the database', () => {
  const sections = textOf('haproxy', 'haproxy.cfg').split(/^(?=[a-z])/m)
  const [all = 0] = connectionsOf(sections.find((section) => section.startsWith('global')) ?? '')
  const ofClients = sections.filter((section) => /^frontend (?!stats\b)/.test(section)).map(connectionsOf)
  expect(ofClients).toHaveLength(3)
  for (const own of ofClients) expect(own).toHaveLength(1)
  expect(ofClients.flat().reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(all - 1_000)
  const api = sections.find((section) => section.startsWith('frontend api')) ?? ''
  const [, sockets] =
    /^ {2}http-request deny deny_status 503 if is_socket \{ be_conn\(sockets\) ge (\d+) \}$/m.exec(api) ?? []
  expect(Number(sockets)).toBeLessThanOrEqual((connectionsOf(api)[0] ?? 0) - 1_000)
})

test.each([
  ['an address', 'sc0', 64, 'connections', 0.04],
  ['an IPv6 /48, which anyone can have whole', 'sc1', 48, 'connections_of_48', 0.2],
] as const)('the edge holds few of its connections for %s', (_, counter, bits, table, share) => {
  const edge = readFileSync(join(ROOT, 'deploy/haproxy/edge.cfg'), 'utf8')
  const sections = edge.split(/^(?=[a-z])/m)
  const doors = sections.filter((section) => /^ {2}bind \$\{HOST\}:/m.test(section))
  expect(doors).toHaveLength(1)
  const [door = ''] = doors
  expect(door).toContain(`\n  tcp-request connection track-${counter} src,ipmask(32,${bits}) table ${table}\n`)
  expect(edge).toMatch(
    new RegExp(
      `^backend ${table}\n  stick-table type ipv6 size \\d+k expire \\d+m store conn_cur,conn_rate\\(10s\\)$`,
      'm',
    ),
  )
  const refusal = new RegExp(
    `^  tcp-request connection reject if \\{ ${counter}_conn_cur\\(${table}\\) gt (\\d+) \\}$`,
    'm',
  )
  const [all = 0] = connectionsOf(door)
  expect(Number(refusal.exec(door)?.[1])).toBeLessThanOrEqual(all * share)
  // Whatever comes through the door has room behind it, and where both are one program.
  const behind = sections.find((section) => section.startsWith('frontend edge')) ?? ''
  expect(connectionsOf(behind)[0]).toBeGreaterThanOrEqual(all)
})

test('Caddy asks the servers whether they can be used, and takes none away because of requests that strangers can have fail', () => {
  const directives = readFileSync(join(ROOT, 'deploy/caddy/Caddyfile'), 'utf8').replaceAll(/#.*$/gm, '')
  expect(directives).toMatch(/^\thealth_uri \/readyz$/m)
  expect(directives).not.toMatch(/fail_duration|max_fails|unhealthy_/)
})

test('visitors at the edge of the same HAProxy, however many, leave connections for the database', () => {
  const edge = readFileSync(join(ROOT, 'deploy/haproxy/edge.cfg'), 'utf8').split(/^(?=[a-z])/m)
  const behind = textOf('haproxy', 'haproxy.cfg').split(/^(?=[a-z])/m)
  const ofClients = [...edge, ...behind].filter((section) => /^frontend (?!stats\b)/.test(section)).map(connectionsOf)
  expect(ofClients).toHaveLength(5)
  const page = readFileSync(join(ROOT, 'docs/how-to/set-up-three-machines.md'), 'utf8')
  const [, all] = /maxconn 9000\/ {2}maxconn (\d+)\//.exec(page) ?? []
  for (const own of ofClients) expect(own).toHaveLength(1)
  expect(ofClients.flat().reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(Number(all) - 1_000)
  expect(textOf('haproxy', 'haproxy.cfg')).toMatch(/^ {2}maxconn 9000$/m)
})

test.each([
  ['site', 'web', 'site_requests', 'is_of_site', [0.25, 0.75]],
  ['API', 'api', 'api_calls', '!is_of_site !is_live', [0.05, 0.15]],
  ['live updates', 'api', 'api_sockets', '!is_of_site is_live', [0.1, 0.25]],
] as const)(
  'requests of one client, or of one IPv6 /48, leave connections of the %s to others',
  (_, name, requests, condition, shares) => {
    const edge = readFileSync(join(ROOT, 'deploy/haproxy/edge.cfg'), 'utf8')
    const behind = textOf('haproxy', 'haproxy.cfg').split(/^(?=[a-z])/m)
    const [all = 0] = connectionsOf(behind.find((section) => section.startsWith(`frontend ${name}\n`)) ?? '')
    for (const [at, [counter, bits, table]] of [
      ['sc1', 64, requests],
      ['sc2', 48, `${requests}_of_48`],
    ].entries()) {
      expect(edge).toContain(
        `\n  http-request track-${counter} src,ipmask(32,${bits}) table ${table} if ${condition}\n`,
      )
      expect(edge).toMatch(
        new RegExp(`^backend ${table}\\n  stick-table type ipv6 size \\d+k expire \\d+m store conn_cur$`, 'm'),
      )
      const refusal = new RegExp(
        `^  http-request deny deny_status 429 if ${condition} \\{ ${counter}_conn_cur\\(${table}\\) gt (\\d+) \\}$`,
        'm',
      )
      expect(Number(refusal.exec(edge)?.[1])).toBeLessThanOrEqual(all * (shares[at] ?? 0))
    }
  },
)

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
