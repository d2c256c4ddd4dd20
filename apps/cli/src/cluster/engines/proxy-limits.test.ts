import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE_ANSWER_MS } from '@opal/api/node-answer-time'
import { KEEP_ALIVE_MS } from '@opal/runtime/keep-alive'
import { expect, test } from 'vitest'
import { ROOT } from '../../repository.ts'
import { TESTING_CLUSTER } from '../testing/testing-cluster.ts'
import { haproxy } from './proxies.ts'

const PROXY = haproxy(TESTING_CLUSTER).files['haproxy.cfg']?.text ?? ''
const EDGE = readFileSync(join(ROOT, 'deploy/haproxy/edge.cfg'), 'utf8')
const CADDY = readFileSync(join(ROOT, 'deploy/caddy/Caddyfile'), 'utf8')

const sectionsOf = (config: string) => config.split(/^(?=[a-z])/m)
/** Returns the frontends of a configuration that clients reach. */
const frontendsOf = (config: string) => sectionsOf(config).filter((section) => /^frontend (?!stats\b)/.test(section))

/** Returns a reader of the times, milliseconds, that a backend of HAProxy sets. */
function timesOf(backend: string): (setting: string) => number {
  const [, text = ''] = PROXY.split(`\nbackend ${backend}\n`)
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
  const silent = PROXY.split(/^(?=\S)/m).filter((section) => /^ {2}timeout client \d+h$/m.test(section))
  expect(silent.map((section) => section.split(/\s+/)[1])).toEqual(['pg_primary', 'pg_replicas'])
  for (const section of silent) {
    expect(section).toMatch(/^ {2}option clitcpka$/m)
    for (const setting of ['idle 10s', 'intvl 2s', 'cnt 3']) expect(section).toContain(`  clitcpka-${setting}\n`)
  }
})

test('HAProxy repeats a request that changes something on no other server, and logs no query', () => {
  const backends = PROXY.split(/^backend /m).slice(1)
  const repeating = backends.filter((backend) => /retry-on .*empty-response/.test(backend))
  expect(repeating.length).toBeGreaterThan(2)
  for (const backend of repeating) expect(backend).toContain('disable-l7-retry if !{ method GET HEAD OPTIONS }')
  expect(PROXY).not.toContain('option httplog')
  expect(PROXY).toContain('%HPO')
})

test('each client and proxy closes an idle connection before the server behind it does', () => {
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const ofHaproxy = seconds(PROXY, /^defaults\n(?: .*\n)* {2}timeout http-keep-alive (\d+)s$/m)
  expect(seconds(CADDY, /^\t{2}keepalive (\d+)s$/m)).toBeLessThan(ofHaproxy)
  expect(ofHaproxy).toBeLessThan(KEEP_ALIVE_MS / 1_000)
  const frontends = frontendsOf(PROXY)
  expect(frontends).toHaveLength(3)
  for (const frontend of frontends) expect(frontend).toMatch(/^ {2}http-response del-header keep-alive$/m)
})

/** Returns the value of each line of a HAProxy section that sets how many connections it holds. */
const connectionsOf = (section: string) =>
  [...section.matchAll(/^ {2}maxconn (\d+)$/gm)].map(([, count]) => Number(count))

test('however many sockets clients open, HAProxy has connections left for calls, and for the database', () => {
  const sections = sectionsOf(PROXY)
  const [all = 0] = connectionsOf(sections.find((section) => section.startsWith('global')) ?? '')
  const ofClients = frontendsOf(PROXY).map(connectionsOf)
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
  const sections = sectionsOf(EDGE)
  const doors = sections.filter((section) => /^ {2}bind \$\{HOST\}:/m.test(section))
  expect(doors).toHaveLength(1)
  const [door = ''] = doors
  expect(door).toContain(`\n  tcp-request connection track-${counter} src,ipmask(32,${bits}) table ${table}\n`)
  expect(EDGE).toMatch(
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
  const directives = CADDY.replaceAll(/#.*$/gm, '')
  expect(directives).toMatch(/^\thealth_uri \/readyz$/m)
  expect(directives).not.toMatch(/fail_duration|max_fails|unhealthy_/)
})

test('visitors at the edge of the same HAProxy, however many, leave connections for the database', () => {
  const ofClients = [...frontendsOf(EDGE), ...frontendsOf(PROXY)].map(connectionsOf)
  expect(ofClients).toHaveLength(5)
  const page = readFileSync(join(ROOT, 'docs/how-to/set-up-three-machines.md'), 'utf8')
  const [, all] = /maxconn 9000\/ {2}maxconn (\d+)\//.exec(page) ?? []
  for (const own of ofClients) expect(own).toHaveLength(1)
  expect(ofClients.flat().reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(Number(all) - 1_000)
  expect(PROXY).toMatch(/^ {2}maxconn 9000$/m)
})

test.each([
  ['site', 'web', 'site_requests', 'is_of_site', [0.25, 0.75]],
  ['API', 'api', 'api_calls', '!is_of_site !is_live', [0.05, 0.15]],
  ['live updates', 'api', 'api_sockets', '!is_of_site is_live', [0.1, 0.25]],
] as const)(
  'requests of one client, or of one IPv6 /48, leave connections of the %s to others',
  (_, name, requests, condition, shares) => {
    const [all = 0] = connectionsOf(sectionsOf(PROXY).find((section) => section.startsWith(`frontend ${name}\n`)) ?? '')
    for (const [at, [counter, bits, table]] of [
      ['sc1', 64, requests],
      ['sc2', 48, `${requests}_of_48`],
    ].entries()) {
      expect(EDGE).toContain(
        `\n  http-request track-${counter} src,ipmask(32,${bits}) table ${table} if ${condition}\n`,
      )
      expect(EDGE).toMatch(
        new RegExp(`^backend ${table}\\n  stick-table type ipv6 size \\d+k expire \\d+m store conn_cur$`, 'm'),
      )
      const refusal = new RegExp(
        `^  http-request deny deny_status 429 if ${condition} \\{ ${counter}_conn_cur\\(${table}\\) gt (\\d+) \\}$`,
        'm',
      )
      expect(Number(refusal.exec(EDGE)?.[1])).toBeLessThanOrEqual(all * (shares[at] ?? 0))
    }
  },
)
