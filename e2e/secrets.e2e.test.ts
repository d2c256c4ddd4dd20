import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@opal/store/driver/connection'
import { freePort } from '@opal/store/embedded/free-port'
import { migrate } from '@opal/store/migrate'
import { queryRows } from '@opal/store/testing/query-rows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, startInstance } from './harness/instance.ts'

/** Secrets of the operator of a public network. */
const SECRETS = {
  NODE_URL: 'http://127.0.0.1:1/8f14e45fceea167a5a36dedd4bea2543/v1',
  NODE_API_KEY: 'key-of-the-node',
  SIGN_IN_NODE_URL: 'http://127.0.0.1:1/c9f0f895fb98ab9159f51fd0297e236d/v1',
  SIGN_IN_NODE_API_KEY: 'key-of-the-sign-in-node',
  STREAM_API_KEY: 'key-of-the-stream',
  OPERATOR_TOKEN: 'token-of-the-operator',
}
const WORDS = [...Object.values(SECRETS), '8f14e45fceea167a5a36dedd4bea2543', 'c9f0f895fb98ab9159f51fd0297e236d']

const home = mkdtempSync(join(tmpdir(), 'opal-secrets-'))
let opal: Instance | undefined
let site: string
let api: string

beforeAll(async () => {
  const ports = new Set<number>()
  while (ports.size < 7) ports.add(await freePort(0))
  const [web = 0, apiPort = 0, graphql = 0, indexer = 0, postgres = 0, ...metrics] = ports
  site = `http://127.0.0.1:${web}`
  api = `http://127.0.0.1:${apiPort}`
  opal = await startInstance({
    dataDir: join(home, 'public'),
    ports: {
      web,
      api: apiPort,
      'chain-graphql': graphql,
      indexer,
      postgres,
      'api-metrics': metrics[0] ?? 0,
      'web-metrics': metrics[1] ?? 0,
    },
    args: ['--network', 'mainnet', '--only', 'postgres,api,web'],
    env: { ...SECRETS, API_PUBLIC_URL: api, LOG_LEVEL: 'fatal' },
  })
  // The indexer, whose stream needs a real key, would do it.
  await migrate(opal.databaseUrl)
})
afterAll(async () => {
  await opal?.[Symbol.asyncDispose]()
  // As root the database may lie elsewhere, with a link to it in its place.
  const postgres = join(home, 'public', 'postgres')
  if (existsSync(postgres)) rmSync(realpathSync(postgres), { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
})

const sign = { method: 'POST', headers: { 'content-type': 'application/json' } }

test('sends no key from a public network: in pages, headers, data, addresses or errors', async () => {
  const asked: readonly (readonly [string, RequestInit?])[] = [
    [`${site}/`],
    [`${site}/network.json`],
    [`${site}/privacy-policy`],
    [`${site}/collection/0x1`],
    [`${api}/networks/current`],
    [`${api}/api/networks/current`],
    [`${api}/readyz`],
    [`${api}/healthz`],
    [`${api}/api/session/challenge`, { ...sign, body: JSON.stringify({ walletAddress: `0x${'1'.repeat(64)}` }) }],
    [`${api}/api/wallet/balance?walletAddress=0x1`],
  ]
  for (const [url, init] of asked) {
    const answer = await fetch(url, init)
    const response = `${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n${await answer.text()}`
    for (const word of WORDS) expect(response.includes(word), `${url} tells ${word}`).toBe(false)
  }
  const page = await fetch(site)
  expect(page.headers.get('content-security-policy')).toContain('https://api.mainnet.aptoslabs.com')
  expect(await page.text()).toContain('https://api.mainnet.aptoslabs.com/v1')
  expect(await (await fetch(`${site}/network.json`)).json()).toMatchObject({
    node: 'https://api.mainnet.aptoslabs.com/v1',
    accounts: [],
  })
})

test('connects the API as a database user who cannot change rows of the chain', async () => {
  await (await fetch(`${api}/readyz`)).text()
  await using store = connect({ connectionString: opal?.databaseUrl ?? '', applicationName: 'opal-e2e' })
  const users = await queryRows(
    store,
    `select application_name as program, array_agg(distinct usename::text) as users from pg_stat_activity
     where datname = 'opal' and application_name = 'opal-api' group by 1 order by 1`,
  )
  expect(users).toEqual([{ program: 'opal-api', users: ['opal_api_user'] }])
})

test('serves no interactive API page on a public network', async () => {
  expect((await fetch(`${api}/docs`)).status).toBe(404)
})
