import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { connect } from '@opal/store/driver/connection'
import { type Line, openLine } from '@opal/store/testing/servers/line'
import { seedSmallMarket } from '@opal/store/testing/small-market'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { type RunningApi, start } from './start.ts'

const stack = new AsyncDisposableStack()
const lines: string[] = []
let line: Line
let api: RunningApi
/** Picture of a token, where nothing answers. */
const DEAD = 'http://127.0.0.1:1/1.png'

beforeAll(async () => {
  const database = stack.use(await createTestDatabase())
  await using store = connect({ connectionString: database.databaseUrl, applicationName: 'test' })
  await seedSmallMarket(store, { ids: EXAMPLE, marketplace: 'opal', nowMicros: BigInt(Date.now()) * 1000n })
  await store.pool.query('update market.metadata set image = $1 where uri = (select min(uri) from market.metadata)', [
    DEAD,
  ])
  line = stack.use(await openLine(database.apiDatabaseUrl))
  const config = readConfig({
    OPAL_NETWORK: 'local',
    DATABASE_URL: line.url,
    DATABASE_RETRY_MS: '0',
    API_PORT: '0',
    CHAIN_GRAPHQL_PORT: '0',
    API_METRICS_PORT: '0',
    DRAIN_MS: '200',
    NODE_URL: 'http://127.0.0.1:1/v1',
    OPERATOR_TOKEN: 'secret-of-the-operator',
  })
  api = stack.use(await start(config, { log: pino({ level: 'trace' }, { write: (text) => void lines.push(text) }) }))
})
afterAll(() => stack.disposeAsync())

const BIDS = `/api/collection/${EXAMPLE.collectionId}/biddings`
const CACHED = '/api/utility/stats'

// @feature operate.request-ids
test('every answer names its request, by the id that a proxy gave it: computed, cached, failed and unroutable ones', async () => {
  const paths = [BIDS, CACHED, CACHED, `${BIDS}?take=nine`, '/elsewhere', '/%ff']
  const given = { 'x-request-id': 'proxy-1' }
  for (const [at, path] of paths.entries()) {
    const answer = await fetch(api.url + path, { headers: { 'x-request-id': `proxy-${at}` } })
    await answer.text()
    if (path !== '/%ff') expect(answer.headers.get('x-request-id'), path).toBe(`proxy-${at}`)
  }
  const origin = 'http://127.0.0.1:3000'
  const browser = await fetch(api.url + CACHED, { headers: { origin, ...given } })
  expect(browser.headers.get('access-control-expose-headers')).toBe('x-request-id')
})

// @feature operate.metrics
test('metrics cover requests, connections, caches and sockets, and no client', async () => {
  for (let turn = 0; turn < 3; turn += 1) await (await fetch(`${api.url}${BIDS}?take=5`)).text()
  for (let turn = 0; turn < 3; turn += 1) await (await fetch(api.url + CACHED)).text()
  await (await fetch(`${api.url}/aggregator/collection/featured`)).text()
  const text = await (await fetch(`${api.metricsUrl}/metrics`)).text()
  expect(text).toMatch(
    /opal_api_request_seconds_count\{route="\/api\/collection\/:id\/biddings",method="GET",status="200"\} [3-9]/,
  )
  expect(text).toMatch(/opal_api_request_seconds_bucket\{le="0.05",route="/)
  for (const state of ['idle', 'busy', 'waiting'])
    for (const pool of ['general', 'prepared'])
      expect(text).toMatch(new RegExp(`opal_api_pool_connections\\{pool="${pool}",state="${state}"\\} \\d`))
  expect(text).toMatch(/opal_api_cache_reads_total\{cache="responses",found="true"\} [1-9]/)
  expect(text).toMatch(/opal_api_cache_reads_total\{cache="collections",found="false"\} \d/)
  expect(text).toContain('opal_api_sockets 0')
  const bytes = (name: string) =>
    new Map(
      [...text.matchAll(new RegExp(`opal_api_memory_${name}\\{part="(\\w+)"\\} (\\d+)`, 'g'))].map(
        ([, part = '', value]) => [part, Number(value)] as const,
      ),
    )
  const [used, most] = [bytes('bytes'), bytes('limit_bytes')]
  const parts = [
    'responses',
    'collections',
    'facts',
    'tokenPreviews',
    'traitSummaries',
    'traitColumns',
    'listings',
    'sales',
    'sockets',
  ]
  expect([...used.keys()].sort()).toEqual(parts.toSorted())
  for (const [part, limit] of most) expect(used.get(part), part).toBeLessThanOrEqual(limit)
  expect(used.get('responses')).toBeGreaterThan(0)
  // With everything full, and what the process takes itself, it fits into 1 GiB.
  expect([...most.values()].reduce((sum, limit) => sum + limit, 0)).toBeLessThan(1024 ** 3 - 200 * 1024 ** 2)
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain(EXAMPLE.collectionId)
  expect(text).not.toContain('127.0.0.1')
})

// @feature operate.metrics
test('metrics say whether the API accepts traffic, also while the database is away', async () => {
  const ready = async () => (await (await fetch(`${api.metricsUrl}/metrics`)).text()).match(/^opal_api_ready .*$/m)?.[0]
  await expect.poll(ready).toBe('opal_api_ready 1')
  await line.cut()
  expect(await ready()).toBe('opal_api_ready 0')
  await line.mend()
  await expect.poll(ready).toBe('opal_api_ready 1')
})

// @feature operate.logs
test('no log line holds a token, a key, a cookie, or what a signed-in person looked for', async () => {
  await line.cut()
  const secrets = {
    cookie: 'opal_session=secret-session; other=secret-cookie',
    authorization: 'Bearer secret-of-the-operator',
    'x-forwarded-for': '203.0.113.9',
  }
  const answers = await Promise.all([
    fetch(`${api.url}/data/user/check-loyalty/0x77?of=secret-query`, {
      headers: { ...secrets, 'x-request-id': 'one' },
    }),
    fetch(`${api.url}${BIDS}?take=7`, { headers: { 'x-request-id': 'two' } }),
    fetch(`${api.url}/api/activity/my-activities?walletAddress=0x77&name=secret-name`, { headers: secrets }),
    fetch(`${api.url}/api/sessions`, { headers: { cookie: secrets.cookie, 'x-request-id': 'three' } }),
    fetch(`${api.url}${BIDS}?take=8`, { headers: { cookie: secrets.cookie, 'x-request-id': 'four' } }),
  ])
  for (const answer of answers) await answer.text()
  await line.mend()
  const log = lines.join('')
  expect(log).toMatch(/"requestId":"two".*biddings\?take=7.*request failed/)
  expect(log).toMatch(/"requestId":"three".*"\/api\/sessions".*request failed/)
  expect(log).toMatch(/"requestId":"four".*biddings".*request failed/)
  expect(log).not.toMatch(/secret-/)
  const { password } = new URL(line.url)
  expect(log).not.toContain(password)
})

// @feature operate.logs
test('a trade that is not offered is in the log with its reasons, once for a page that keeps asking', async () => {
  const buy = async (id: string, tokens: readonly string[], query = '') => {
    const answer = await fetch(`${api.url}/data/collection/nfts/buy${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': id },
      body: JSON.stringify({ walletAddress: EXAMPLE.owner, items: tokens.map((tokenDataId) => ({ tokenDataId })) }),
    })
    expect(answer.status).toBe(200)
  }
  await buy('refused-1', [EXAMPLE.tokenDataId])
  await buy('refused-2', [EXAMPLE.tokenDataId, EXAMPLE.tokenDataId])
  await buy('refused-3', [EXAMPLE.tokenDataId], '?refresh=true')
  const log = lines.join('')
  for (const id of ['refused-1', 'refused-2'])
    expect(log).toMatch(new RegExp(`"requestId":"${id}".*"reasons":\\["[a-z-]+".*trade not offered`))
  expect(log).not.toMatch(/"requestId":"refused-3".*trade not offered/)
  const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text()
  expect(metrics).toMatch(/opal_api_trades_not_offered_total\{call="build-buy",reason="[a-z-]+"\} 2\n/)
  expect(metrics).toMatch(/opal_api_trades_total\{call="build-buy",offered="false"\} 2\n/)
  expect(metrics).toMatch(/opal_api_trades_total\{call="build-buy",offered="true"\} 0\n/)
  expect(metrics).toMatch(/opal_api_trades_total\{call="build-list",offered="false"\} 0\n/)
  expect(log).not.toContain(EXAMPLE.owner)
})

// @feature operate.metrics
test('a trade that the node could not be asked about counts as not offered, though it has a payload', async () => {
  const answer = await fetch(`${api.url}/data/collection/nfts/delist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.listedTokenDataId }] }),
  })
  const { payload, reason } = (await answer.json()) as {
    readonly payload: object | null
    readonly reason: { readonly code: string } | null
  }
  expect([payload === null, reason?.code]).toEqual([false, 'node-unavailable'])
  const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text()
  expect(metrics).toMatch(/opal_api_trades_not_offered_total\{call="build-delist",reason="node-unavailable"\} 1\n/)
})

// @feature portfolio.own-cost, operate.logs
test('a cost that its owner has set is in no log line, answer or cache, whether the plan succeeds or fails', async () => {
  const secret = '987654321987'
  const cost = { walletAddress: EXAMPLE.owner, tokenDataId: EXAMPLE.listedTokenDataId, octas: secret }
  const planned = async (id: string, costs: readonly object[]) => {
    const answer = await fetch(`${api.url}/data/user/exit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': id },
      body: JSON.stringify({ wallets: [EXAMPLE.owner], leastOfCost: 100, costs }),
    })
    const text = await answer.text()
    expect(text).not.toContain(secret)
    return { status: answer.status, text }
  }
  const held = await planned('plan-1', [cost])
  expect(held.status).toBe(200)
  // The same request without the cost is another plan.
  expect((await planned('plan-2', [])).text).not.toBe(held.text)
  expect((await planned('plan-3', [{ ...cost, octas: `-${secret}` }])).status).toBe(400)
  await line.cut()
  expect((await planned('plan-4', [cost])).status).toBe(503)
  await line.mend()
  const log = lines.join('')
  expect(log).toMatch(/"requestId":"plan-1".*"\/data\/user\/exit".*answered/)
  expect(log).toMatch(/"requestId":"plan-4".*"\/data\/user\/exit".*request failed/)
  expect(log).not.toContain(secret)
})

// @feature operate.logs
test('a stranger who has calls fail again and again fills no log, and hides no other failure', async () => {
  const failing = Array.from({ length: 20 }, (_, at) => `a${at}: sale(version: "NaN", eventIndex: 0) { price }`)
  const body = JSON.stringify({ query: `{ ${failing.join(' ')} }` })
  const headers = { 'content-type': 'application/json' }
  const image = `/media/image?${new URLSearchParams({ src: DEAD, w: '64' })}`
  lines.length = 0
  for (let count = 0; count < 25; count += 1) {
    const partly = await fetch(`${api.url}/marketplace/graphql`, { method: 'POST', headers, body })
    expect(await partly.json()).toMatchObject({ errors: { length: 20 } })
    expect((await fetch(api.url + image)).status).toBe(502)
  }
  await line.cut()
  expect((await fetch(`${api.url}${BIDS}?take=11`)).status).toBe(503)
  await line.mend()
  const logged = (text: string) => lines.filter((one) => /"level":[45]0/.test(one) && one.includes(text)).length
  expect(logged('failed in part')).toBe(20)
  expect(logged('media-unavailable')).toBe(20)
  expect(logged('biddings?take=11')).toBe(1)
})

// @feature operate.drain
test('an API that is asked to stop is no longer ready, and answers until load balancers have noticed', async () => {
  const status = async (path: string) => (await fetch(api.url + path)).status
  expect(await status('/readyz')).toBe(200)
  const drained = api.drain()
  expect(await status('/readyz')).toBe(503)
  expect(await status('/healthz')).toBe(200)
  expect(await status(BIDS)).toBe(200)
  await drained
})
