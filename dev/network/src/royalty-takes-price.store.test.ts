import { getCollection } from '@opal/contract/collections'
import { getUserRewards } from '@opal/contract/rewards'
import { fetchQuote, quoteObstacle, type TradeDraft } from '@opal/web/features/trading/quote/trade-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiFixture, createApiFixture, type Trader } from './testing/api-fixture.ts'
import { type IssuedCollection, issueV2Tokens } from './testing/issue-tokens.ts'

const TIMEOUT_MS = 120_000
const PRICE_OCTAS = 5_000_000_000n

let fixture: ApiFixture
let artist: Trader
let seller: Trader
let issued: IssuedCollection

beforeAll(async () => {
  fixture = await createApiFixture()
  ;[artist, seller] = fixture.traders as [Trader, Trader]
  issued = await issueV2Tokens(fixture, artist, seller, 1)
}, TIMEOUT_MS)
afterAll(() => fixture?.[Symbol.asyncDispose]())

async function trade(trader: Trader, draft: TradeDraft): Promise<void> {
  const answer = await fetchQuote(fixture.call, trader.address, draft)
  expect(quoteObstacle(answer)).toBeNull()
  expect(await fixture.send(trader, answer.payload as never)).toMatchObject({ success: true })
}

/** The artist buys the token from its holder at a royalty, and transfers it back. */
async function buyAndReturn(perThousand: number): Promise<void> {
  await issued.setRoyalty(perThousand)
  const item = { tokenDataId: issued.tokenDataIds[0] as string, propertyVersion: '0' }
  await trade(seller, { call: 'list', body: { items: [{ ...item, price: String(PRICE_OCTAS) }] } })
  await trade(artist, { call: 'buy', body: { items: [{ tokenDataId: item.tokenDataId }] } })
  await trade(artist, { call: 'transfer', body: { toAddress: seller.address, items: [item] } })
}

const collection = () => fixture.call(getCollection, { params: { id: issued.collectionId } })
const rewards = () => fixture.call(getUserRewards, { params: { walletAddress: artist.address } })

test(
  'a sale whose royalty returns half the price or more is no last sale and earns no points',
  async () => {
    for (const perThousand of [1000, 750, 500]) await buyAndReturn(perThousand)
    expect(await collection()).toMatchObject({ lastSalePrice: null, allTimeVolume: String(3n * PRICE_OCTAS) })
    expect(await rewards()).toMatchObject({ buyingPoints: 0 })

    await buyAndReturn(499)
    expect(await collection()).toMatchObject({
      lastSalePrice: String(PRICE_OCTAS),
      allTimeVolume: String(4n * PRICE_OCTAS),
    })
    expect((await rewards()).buyingPoints).toBeGreaterThan(0)
  },
  2 * TIMEOUT_MS,
)
