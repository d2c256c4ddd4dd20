import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import type * as offers from '@opal/store/queries/orders/offers/offers'
import { readOffersForTokens } from '@opal/store/queries/orders/offers/offers'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'

vi.mock('@opal/store/queries/orders/offers/offers', async (importOriginal) => {
  const module = await importOriginal<typeof offers>()
  return { ...module, readOffersForTokens: vi.fn(module.readOffersForTokens) }
})

const BIDS = 300
const { owner, tokenDataId } = EXAMPLE

let api: TestApi
let topOctas: bigint
beforeAll(async () => {
  api = await createTestApi()
  const { rows } = await api.store.pool.query<{ price: bigint }>(
    `insert into market.collection_offers select (made.o).* from generate_series(1, ${BIDS}) n cross join lateral (
       select jsonb_populate_record(o, jsonb_build_object('offer_id', '0x' || n, 'price_octas', 200000000 + n)) as o
       from market.collection_offers o where o.collection_id = $1 and o.state = 'open' and o.validity = 'valid' limit 1
     ) made returning price_octas as price`,
    [EXAMPLE.collectionId],
  )
  expect(rows).toHaveLength(BIDS)
  topOctas = rows.reduce((most, { price }) => (price > most ? price : most), 0n)
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(() => void vi.mocked(readOffersForTokens).mockClear())

/** Bids on collections that the last call read. */
async function bidsRead(): Promise<number> {
  const results = vi.mocked(readOffersForTokens).mock.results
  expect(results).toHaveLength(1)
  const rows: Awaited<ReturnType<typeof readOffersForTokens>> = await results[0]?.value
  return rows.filter((row) => row.tokenDataId === null).length
}

it.each(['user/tokens', 'user/orders/stale'])(
  'a few of the bids on a collection are read where the best is shown, however many there are: %s',
  async (path) => {
    const answer = await api.server.inject({ url: `/data/${path}/${owner}` })
    expect(answer.statusCode).toBe(200)
    expect(await bidsRead()).toBe(5)
    if (path !== 'user/tokens') return
    const held: { tokenDataId: string; bestExit: { priceOctas: string } | null }[] = answer.json().data
    expect(held.find((token) => token.tokenDataId === tokenDataId)?.bestExit?.priceOctas).toBe(String(topOctas))
  },
)

it('reads a hundred bids on a collection for a sale whose items need a bid each', async () => {
  const payload = { walletAddress: owner, items: [{ tokenDataId }] }
  const answer = await api.server.inject({ method: 'POST', url: '/api/collection/bid/nft/accept', payload })
  expect(answer.statusCode).toBe(200)
  expect(await bidsRead()).toBe(100)
})

it('reads the bids for a few sales at a time, from however many addresses those come', async () => {
  const { readOffersForTokens: read } = await vi.importActual<typeof offers>('@opal/store/queries/orders/offers/offers')
  let [running, most] = [0, 0]
  vi.mocked(readOffersForTokens).mockImplementation(async (...asked) => {
    running += 1
    most = Math.max(most, running)
    try {
      return await read(...asked)
    } finally {
      running -= 1
    }
  })
  try {
    const payload = { walletAddress: owner, items: [{ tokenDataId }] }
    const sell = (at: number) =>
      api.server.inject({
        method: 'POST',
        url: '/api/collection/bid/nft/accept',
        payload,
        remoteAddress: `198.51.100.${at % 10}`,
      })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => sell(at)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  } finally {
    vi.mocked(readOffersForTokens).mockImplementation(read)
  }
  expect(most).toBeLessThanOrEqual(4)
})
