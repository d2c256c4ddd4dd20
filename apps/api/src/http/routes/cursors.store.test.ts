import { endpointUrl } from '@opal/contract/client'
import { CATALOGUE } from '@opal/contract/http/catalogue'
import type { Endpoint } from '@opal/contract/http/endpoint'
import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { encodeCursor } from './pagination.ts'

let api: TestApi
beforeAll(async () => {
  // Without limits of clients: each list is read some dozen times.
  api = await createTestApi({}, { API_RATE_LIMIT: '1000000000' })
})
afterAll(() => api[Symbol.asyncDispose]())

type Parts = readonly (string | number)[]
interface CursorCase {
  readonly query?: Readonly<Record<string, string>>
  readonly parts: Parts
}

const ACTIVITIES: readonly CursorCase[] = [{ parts: ['105', 0] }]
const TOKEN = EXAMPLE.tokenDataId
const ranking = (sortBy: string, value: string, tie = '0'): CursorCase => ({
  query: { sortBy, order: 'DESC' },
  parts: [`${sortBy} DESC`, value, tie, EXAMPLE.collectionId],
})
const heldTokens = (sortBy: string, value: string): CursorCase => ({
  query: { sortBy, order: 'asc' },
  parts: [`${sortBy} asc`, value, EXAMPLE.collectionId, TOKEN, '0'],
})
const PORTFOLIO: readonly CursorCase[] = [{ parts: ['5', EXAMPLE.collectionId] }]
const BID_LEVELS: readonly CursorCase[] = [{ parts: ['150000000'] }]
const USER_BIDS = ['made', 'received'].flatMap((type) => [
  { query: { type }, parts: ['1700000000000000', 'opal', '0x1', 'token'] },
  { query: { type, sortBy: 'price' }, parts: ['150000000', 'opal', '0x1', 'token', 'price'] },
  { query: { type, sortBy: 'net' }, parts: ['140000000', 'opal', '0x1', 'collection', 'net'] },
])
const tokens = (sort: string, phase: string, value: string): CursorCase => ({
  query: { sort },
  parts: [sort, phase, value, TOKEN],
})

/** Valid cursors of every list that is read page by page. */
const CASES: Readonly<Record<string, readonly CursorCase[]>> = {
  'list-activities': [...ACTIVITIES, { query: { collectionId: EXAMPLE.collectionId }, parts: ['105', 0] }],
  'list-all-activities': ACTIVITIES,
  'list-token-activities': ACTIVITIES,
  'list-collection-activities': ACTIVITIES,
  'list-user-activities': ACTIVITIES,
  'list-my-activities': ACTIVITIES,
  'list-collections': [
    ranking('ALL_TIME_VOLUME', '5'),
    ranking('ONE_H_CHANGE', '-5'),
    ranking('ONE_H_SALES', '0', '7'),
    ranking('NAME', 'Monkeys'),
  ],
  'list-popular-collections': [ranking('ONE_D_VOLUME', '5')],
  'list-favourite-collections': [ranking('FLOOR_PRICE', '5')],
  'search-collections': [
    { parts: ['words', '5', EXAMPLE.collectionId] },
    { parts: ['parts', '5', EXAMPLE.collectionId] },
    { parts: ['alike', '0.7', EXAMPLE.collectionId] },
  ],
  'list-minting-collections': [{ parts: ['1700000000000000', EXAMPLE.collectionId] }],
  'list-collection-owners': [{ parts: ['5', EXAMPLE.owner] }],
  'list-collection-flags': [{ parts: ['5'] }],
  'list-collection-bids': BID_LEVELS,
  'list-bids-of-collection': BID_LEVELS,
  'list-user-bids': USER_BIDS,
  'list-my-bids': USER_BIDS,
  'list-collection-tokens': [
    tokens('price_asc', 'listed', '5'),
    tokens('listed_desc', 'listed', '5'),
    tokens('last_sale_desc', 'all', '5'),
    tokens('name_asc', 'all', 'Monkey'),
    { query: { sort: 'rarity_asc' }, parts: ['traits', 'rarity_asc', '5', TOKEN] },
  ],
  'list-listed-tokens': [{ parts: ['5', TOKEN] }],
  'list-token-listings': [{ parts: ['5', 'opal', '0x1'] }],
  'list-reserved-listings': [{ parts: ['5', 'opal', '0x1'] }],
  'list-user-tokens': [
    heldTokens('name', 'Monkey'),
    heldTokens('value', '5'),
    heldTokens('floor_distance', '5'),
    heldTokens('listed_at', '5'),
  ],
  'list-my-tokens': [heldTokens('acquired', '5')],
  'list-user-collections': PORTFOLIO,
  'list-my-collections': PORTFOLIO,
  'search-my-collections': PORTFOLIO,
  'list-pending-claims': [{ parts: ['105', TOKEN, '0', EXAMPLE.owner] }],
  'list-sent-offers': [{ parts: ['105', TOKEN, '0', EXAMPLE.buyer] }],
  'list-user-lots': [{ parts: ['105', TOKEN, '0', 0, '100'] }],
  'list-leaderboard': [{ parts: ['5', EXAMPLE.owner] }],
  'list-user-rewards': [{ parts: ['1700000000000000', 'listing', 'opal', '0x1', '105', 0] }],
  'list-notifications': [{ parts: ['5'] }],
}

/** At the edges of the store's types, and beyond. */
const EDGES: Parts = [
  String(2n ** 63n),
  '9'.repeat(19),
  '9'.repeat(20),
  '9'.repeat(40),
  '9'.repeat(150),
  '-1',
  '1e-300',
  '',
  'a\u0000b',
  2 ** 31,
  -(2 ** 31) - 1,
  0.5,
]

const PAGED = (CATALOGUE as unknown as readonly Endpoint[]).filter(
  ({ query }) => 'shape' in query && 'cursor' in (query.shape as object),
)

async function ask(endpoint: Endpoint, { query, parts }: CursorCase) {
  const { params, query: given } = endpoint.example
  const cursor = encodeCursor(parts)
  const url = endpointUrl('', endpoint, { ...(params && { params }), query: { ...given, ...query, cursor } })
  const headers = endpoint.access === 'wallet' ? { cookie: await signedInAs(api, EXAMPLE.signer) } : {}
  return api.server.inject({ method: endpoint.method, url, headers })
}

describe('a changed cursor', () => {
  it.each(PAGED.map((endpoint) => [endpoint.id, endpoint] as const))(
    'gets a page or a 400, never a 5xx: %s',
    async (id, endpoint) => {
      const cases = CASES[id] ?? []
      expect(cases.length, 'valid cursors to change').toBeGreaterThan(0)
      for (const valid of cases) {
        expect((await ask(endpoint, valid)).statusCode, JSON.stringify(valid)).toBe(200)
        for (const position of valid.parts.keys()) {
          for (const edge of EDGES) {
            const changed = { ...valid, parts: valid.parts.with(position, edge) }
            const { statusCode, body } = await ask(endpoint, changed)
            expect([200, 400], `${JSON.stringify(changed)} ${body}`).toContain(statusCode)
          }
        }
      }
    },
  )
})
