import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { queueListItems } from '@opal/store/projections/token-list-items/queue'
import { writeQueuedListItems } from '@opal/store/testing/write-queued-list-items'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '../../create-api.ts'
import { ROUTES } from '../../resources/routes.ts'
import { exampleHeaders } from '../../testing/signed-in-as.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createServer } from '../create-server.ts'
import { mountRoutes } from './mount-routes.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const ENDPOINTS = CATALOGUE as unknown as readonly Endpoint[]
const FILES = new Set(ROUTES.filter(({ sendsFile }) => sendsFile).map(({ endpoint }) => endpoint.id))

let api: TestApi
/** The same API with a log that the tests read. */
let logged: FastifyInstance
/** Calls of the contract whose handlers return whatever a test puts here. */
let stubbed: FastifyInstance
const stubs = new Map<string, Json>()
const lines: {
  readonly level: number
  readonly url?: string
  readonly faults?: readonly string[]
  readonly msg: string
}[] = []

beforeAll(async () => {
  api = await createTestApi()
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  logged = await createApi(api.config, api.context, log)
  stubbed = await createServer(api.config, log)
  const routes = ENDPOINTS.filter(({ id }) => !FILES.has(id)).map((endpoint) => ({
    endpoint,
    sendsFile: false,
    handle: async () => stubs.get(endpoint.id),
  }))
  await mountRoutes(
    stubbed,
    { ...api.context, shareCards: null as never, readMarketSchema: null as never, checkSchema: null as never, log },
    routes,
    api.config,
  )
})
afterAll(async () => {
  await stubbed.close()
  await logged.close()
  await api[Symbol.asyncDispose]()
})

function callExample(server: FastifyInstance, endpoint: Endpoint, headers: Record<string, string>) {
  const { params, query, body } = endpoint.example
  const url = endpointUrl('', endpoint, { ...(params && { params }), ...(query && { query }) })
  return server.inject({
    method: endpoint.method,
    url,
    headers,
    ...(body !== undefined && { payload: body as object }),
  })
}

const KINDS = ['wrong type', 'missing', 'negative', 'extra'] as const
type Kind = (typeof KINDS)[number]
type Path = readonly (string | number)[]

/** Returns every place of a value where a violation of the kind can be made. */
function placesOf(value: Json, kind: Kind, path: Path = []): readonly Path[] {
  const isObject = typeof value === 'object' && value !== null
  const isPlace = {
    'wrong type': path.length > 0,
    missing: typeof path.at(-1) === 'string',
    negative: typeof value === 'string' && /^\d+$/.test(value),
    extra: isObject && !Array.isArray(value),
  }[kind]
  const below = isObject
    ? Object.entries(value).flatMap(([name, member]) =>
        placesOf(member, kind, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : []
  return isPlace ? [path, ...below] : below
}

/** Returns a copy with one violation. */
function violate(value: Json, kind: Kind, [name, ...rest]: Path): Json {
  if (name !== undefined) {
    const copy = structuredClone(value) as Record<string | number, Json>
    if (kind === 'missing' && rest.length === 0) delete copy[name]
    else copy[name] = violate(copy[name] ?? null, kind, rest)
    return copy
  }
  if (kind === 'negative') return `-${String(value)}`
  if (kind === 'extra') return { ...(value as object), surprise: 'secret' }
  return typeof value === 'number' ? `x${value}` : 7.5
}

interface Violation {
  readonly kind: Kind
  readonly path: Path
  readonly value: Json
}

/** One violation anywhere in the value; null where the kind has no place in it. */
const violationOf = (value: Json, kinds: readonly Kind[] = KINDS): fc.Arbitrary<Violation | null> =>
  fc.tuple(fc.constantFrom(...kinds), fc.noBias(fc.nat())).map(([kind, at]) => {
    const places = placesOf(value, kind)
    const path = places[at % Math.max(1, places.length)]
    return path === undefined ? null : { kind, path, value: violate(value, kind, path) }
  })

describe('an answer that does not fit the contract', () => {
  it('is refused by every call with a code and a log line; what fits is sent without surplus members', async () => {
    const refused = new Set<Kind>()
    for (const endpoint of ENDPOINTS.filter(({ id }) => !FILES.has(id))) {
      const answer = await callExample(api.server, endpoint, await exampleHeaders(api, endpoint))
      expect(answer.statusCode, answer.body).toBe(200)
      const right: Json = answer.json()
      // The call itself may have ended the session.
      const headers = await exampleHeaders(api, endpoint)
      const check = async ({ kind, path, value }: Violation) => {
        stubs.set(endpoint.id, value)
        lines.length = 0
        const sent = await callExample(stubbed, endpoint, headers)
        const label = `${endpoint.id}, ${kind} at ${path.join('.')}: ${sent.body.slice(0, 200)}`
        const expected = endpoint.response.safeParse(value)
        if (expected.success) {
          expect(sent.statusCode, label).toBe(200)
          expect(sent.json(), label).toEqual(JSON.parse(JSON.stringify(expected.data)))
          return
        }
        refused.add(kind)
        expect(sent.statusCode, label).toBe(500)
        expect(sent.json().error, label).toMatchObject({ code: 'invalid-answer', retryable: false, details: {} })
        expect(lines, label).toMatchObject([{ msg: expect.stringContaining('does not fit the contract') }])
        expect(lines[0]?.faults?.length, label).toBeGreaterThan(0)
      }
      await check({ kind: 'wrong type', path: [], value: 7.5 })
      expect(lines, `${endpoint.id} answers anything`).toHaveLength(1)
      for (const kind of KINDS) {
        await fc.assert(
          fc.asyncProperty(violationOf(right, [kind]), async (violation) => {
            if (violation !== null) await check(violation)
          }),
          { numRuns: 1 },
        )
      }
    }
    expect([...refused]).toEqual(expect.arrayContaining(['missing', 'negative', 'wrong type']))
  })

  it('is checked for every call but those that send a file', () => {
    expect([...FILES].sort()).toEqual([
      'export-activity',
      'export-pnl',
      'export-portfolio',
      'get-collection-card',
      'get-snapshot-file',
      'get-token-card',
    ])
  })
})

describe('a stored row that violates the contract', () => {
  const { collectionId, listedTokenDataId: tokenDataId } = EXAMPLE
  const get = (url: string) => logged.inject({ method: 'GET', url })
  const page = `/api/collection/${collectionId}/nfts?limit=100`

  /** Asks for the URLs: the ones that show the damage are refused, the others fit; nothing shows the surplus member. */
  async function expectRefusal(urls: readonly string[], member: string): Promise<void> {
    for (const url of urls) {
      lines.length = 0
      const answer = await get(url)
      expect(answer.statusCode, `${member} ${url} ${answer.body.slice(0, 300)}`).toBe(500)
      expect(answer.json().error).toMatchObject({ code: 'invalid-answer' })
      expect(lines).toMatchObject([{ url, faults: [expect.stringContaining(member)] }])
    }
  }

  async function listItem(): Promise<readonly string[]> {
    const { rows } = await api.store.pool.query('select item from market.token_list_items where token_data_id = $1', [
      tokenDataId,
    ])
    return String(rows[0]?.item).split('\u001f')
  }

  it('in a token of a list is not shown, on the list or on its own page', async () => {
    await queueListItems(api.store.db, [tokenDataId])
    await writeQueuedListItems(api.store)
    const fields = await listItem()
    const members: Record<string, Json> = JSON.parse(`{${fields[2]}}`)
    const urls = [page, `/api/collection/nfts/${tokenDataId}`]
    const before = await Promise.all(urls.map(async (url) => (await get(url)).json()))
    await fc.assert(
      fc.asyncProperty(violationOf(members), async (violation) => {
        if (violation === null || violation.path[0] === 'tokenDataId') return
        const damaged = fields.with(2, JSON.stringify(violation.value).slice(1, -1)).join('\u001f')
        await api.store.pool.query('update market.token_list_items set item = $2 where token_data_id = $1', [
          tokenDataId,
          damaged,
        ])
        const [member = 'surprise'] = violation.path
        if (violation.kind !== 'extra') return expectRefusal(urls, String(member))
        expect(await Promise.all(urls.map(async (url) => (await get(url)).json()))).toEqual(before)
      }),
      { numRuns: 30 },
    )
    await api.store.pool.query('update market.token_list_items set item = $2 where token_data_id = $1', [
      tokenDataId,
      fields.join('\u001f'),
    ])
    expect((await get(page)).statusCode).toBe(200)
  })

  it.each([
    ['market.activities', 'price_octas', '-5', 'price', `/api/activity/collection/${collectionId}`],
    ['market.activities', 'price_octas', '-5', 'price', '/api/activities'],
    ['market.activities', 'marketplace', 'No Market', 'marketplace', `/api/activity/collection/${collectionId}`],
    ['market.activities', 'from_address', 'nobody', 'from', '/api/activities'],
    ['market.collection_stats', 'floor_octas', '-5', 'floorPrice', '/aggregator/collection'],
    ['market.collection_stats', 'floor_octas', '-5', 'floorPrice', '/aggregator/collection/search/Monkeys'],
    ['market.listings', 'seller', 'nobody', 'seller', `/api/collection/tokens/listings/${tokenDataId}`],
  ])('%s.%s = %s is not shown as %s', async (table, column, value, member, url) => {
    expect((await get(url)).statusCode, url).toBe(200)
    await api.store.pool.query(`create table saved as select * from ${table}`)
    const { rowCount } = await api.store.pool.query(`update ${table} set ${column} = $1`, [value])
    expect(rowCount).toBeGreaterThan(0)
    lines.length = 0
    const answer = await get(url)
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(500)
    expect(answer.json().error).toMatchObject({ code: 'invalid-answer' })
    expect(lines[0]?.faults?.join()).toContain(member)
    await api.store.pool.query(`delete from ${table}`)
    await api.store.pool.query(`insert into ${table} select * from saved`)
    await api.store.pool.query('drop table saved')
    expect((await get(url)).statusCode, url).toBe(200)
  })
})
