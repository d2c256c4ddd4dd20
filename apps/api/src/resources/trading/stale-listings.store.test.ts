import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { expect, it } from 'vitest'
import { ask } from '../../testing/ask.ts'
import { askTrade, codes, nameOf } from '../../testing/ask-trade.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

const [BUYER, SELLER] = [`0x${'5e'.repeat(32)}`, `0x${'66'.repeat(32)}`]
const { listedTokenDataId, collectionId } = EXAMPLE

async function cheapestOf(api: TestApi) {
  const items = [{ tokenDataId: listedTokenDataId }]
  const bought = await askTrade(api, 'collection/nfts/buy', { walletAddress: BUYER, items })
  const [listing, stats] = await Promise.all(
    ['token-listing', 'tokens'].map((call) =>
      ask(api, 'GET', `/data/collection/${collectionId}/${call}/${listedTokenDataId}`),
    ),
  )
  return { call: nameOf(bought), codes: codes(bought), listing: listing?.json, stats: stats?.json }
}

it.each(['seller-lost-token', 'marketplace-closed'])(
  'a listing that can be bought is found behind a hundred cheaper ones that cannot: %s',
  async (validity) => {
    await using api = await createTestApi()
    const before = await cheapestOf(api)
    expect(before).toMatchObject({ codes: [null], listing: { tokenDataId: listedTokenDataId } })
    expect(before.stats.listedPrice).toBe(before.listing.price)
    await api.store.pool.query(
      `insert into market.listings
        select (jsonb_populate_record(listing, jsonb_build_object('listing_id', 'stale ' || n, 'validity', $2::text, 'price_octas', 1, 'seller', $3::text))).*
        from (select listing from market.listings listing where token_data_id = $1 and state = 'open' limit 1) open, generate_series(1, 100) n`,
      [listedTokenDataId, validity, SELLER],
    )
    expect(await cheapestOf(api)).toEqual(before)
  },
)
