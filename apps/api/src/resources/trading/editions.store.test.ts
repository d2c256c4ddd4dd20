import { listUserTokens } from '@opal/contract/portfolio'
import { runs } from '@opal/domain/testing/effort/config'
import { EDITIONS_PER_TOKEN, readHeldEditions } from '@opal/store/queries/portfolio/held-editions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { called } from '../../testing/ask-trade.ts'
import { TEST_NOW_MICROS } from '../../testing/test-api.ts'
import { editionMarket, offerOn, STRANGER, TOKEN, VERSIONS, WALLETS } from './testing/edition-market.ts'

const market = editionMarket()
const { hold, bidOn, sell, ask } = market

const holdings = fc.uniqueArray(
  fc.record({
    holder: fc.constantFrom(...WALLETS),
    version: fc.constantFrom(...VERSIONS),
    amount: fc.bigInt({ min: 1n, max: 3n }),
  }),
  { maxLength: 6, selector: ({ holder, version }) => `${holder} ${version}` },
)

const CALLS = {
  list: (walletAddress: string, edition: object) =>
    ask('nfts/list', { walletAddress, items: [{ tokenDataId: TOKEN, price: '150000000', ...edition }] }),
  transfer: (walletAddress: string, edition: object) =>
    ask('nfts/transfer', { walletAddress, tokenDataId: TOKEN, toAddress: STRANGER, ...edition }),
  sell: (walletAddress: string, edition: object) =>
    ask('bid/nft/accept', { walletAddress, items: [{ tokenDataId: TOKEN, ...edition }] }),
} as const

// @feature trade.editions
describe('an edition of a token', () => {
  it('is traded by every wallet that holds it, as the wallet named it, or where it holds no other', async () => {
    await bidOn(VERSIONS)
    const call = fc.constantFrom(...(Object.keys(CALLS) as (keyof typeof CALLS)[]))
    const named = fc.option(fc.constantFrom(...VERSIONS), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(holdings, fc.constantFrom(...WALLETS), named, call, async (rows, wallet, version, call) => {
        await hold(rows)
        const own = rows.filter(({ holder }) => holder === wallet).map((row) => row.version)
        const meant = version === undefined ? own : own.filter((one) => one === version)
        const answer = await CALLS[call](wallet, version === undefined ? {} : { propertyVersion: String(version) })
        const [item] = answer.items
        const code = meant.length === 0 ? 'not-owner' : meant.length > 1 ? 'edition-not-named' : null
        expect(item?.reason?.code ?? null).toBe(code)
        if (code !== null) {
          expect(answer.payload).toBeNull()
          return
        }
        expect(item?.names?.propertyVersion).toBe(String(meant[0]))
        if (call === 'sell') expect(item?.offerId).toBe(offerOn(meant[0] ?? -1n))
        else expect(called(answer)?.functionArguments.map(String)).toContain(String(meant[0]))
      }),
      { seed: 20261123, numRuns: runs(60) },
    )
  })

  it('is traded also where the wallet holds thousands, of which it named one of the last', async () => {
    const [holder = STRANGER] = WALLETS
    const rows = Array.from({ length: 3_000 }, (_, version) => ({ holder, version: BigInt(version), amount: 1n }))
    await hold(rows)
    await bidOn([2_999n])
    for (const call of Object.values(CALLS)) {
      expect((await call(holder, { propertyVersion: '2999' })).items[0]?.names?.propertyVersion).toBe('2999')
      expect((await call(holder, {})).items[0]?.reason?.code).toBe('edition-not-named')
      expect((await call(holder, { propertyVersion: '3000' })).items[0]?.reason?.code).toBe('not-owner')
    }
    const held = await readHeldEditions(market.api.store, [
      { holder, tokenDataId: TOKEN },
      { holder, tokenDataId: TOKEN, propertyVersion: 2_999n },
    ])
    expect(held.map((row) => row.propertyVersion)).toEqual([
      ...rows.slice(0, EDITIONS_PER_TOKEN).map((row) => row.version),
      2_999n,
    ])
  })

  it('is a row of its own in a portfolio, with its own bid', async () => {
    await bidOn([0n, 7n])
    const [wallet = STRANGER, other = STRANGER] = WALLETS
    await hold([
      { holder: other, version: 3n, amount: 3n },
      { holder: wallet, version: 0n, amount: 1n },
      { holder: wallet, version: 7n, amount: 1n },
    ])
    const answer = await market.api.server.inject(`/data/user/tokens/${wallet}`)
    const { data, total } = listUserTokens.response.parse(answer.json())
    expect(total).toBe(2)
    expect(
      data.map((row) => [row.propertyVersion, row.editionsHeld, row.topBid?.price, row.bestExit?.offerId]),
    ).toEqual([
      ['0', 2, '100000000', offerOn(0n)],
      ['7', 2, '100000001', offerOn(7n)],
    ])
  })

  it('is found with its bid among more editions than a page has', async () => {
    const [holder = STRANGER] = WALLETS
    await hold(Array.from({ length: 150 }, (_, version) => ({ holder, version: BigInt(version), amount: 1n })))
    await bidOn([149n])
    const query = `tokenDataId=${TOKEN}&propertyVersion=149`
    const answer = await market.api.server.inject(`/data/user/tokens/${holder}?${query}`)
    const { data, total } = listUserTokens.response.parse(answer.json())
    expect(total).toBe(1)
    expect(data.map((row) => [row.propertyVersion, row.bestExit?.offerId])).toEqual([['149', offerOn(149n)]])
  })

  it('is the one of the listing that is repriced or taken back', async () => {
    const [wallet = STRANGER, other = STRANGER] = WALLETS
    await hold([
      { holder: other, version: 0n, amount: 3n },
      { holder: wallet, version: 0n, amount: 1n },
      { holder: wallet, version: 7n, amount: 1n },
    ])
    await sell([{ version: 7n, seller: wallet }])
    const items = [{ tokenDataId: TOKEN, price: '150000000' }]
    const delisted = await ask('nfts/delist', { walletAddress: wallet, items: [{ tokenDataId: TOKEN }] })
    const repriced = await ask('nfts/update-price', { walletAddress: wallet, items })
    for (const [item] of [delisted.items, repriced.items])
      expect([item?.reason, item?.names?.propertyVersion, item?.listing?.propertyVersion]).toEqual([null, '7', '7'])
    // The other one is not listed.
    const list = (propertyVersion: string) => ({
      walletAddress: wallet,
      items: items.map((one) => ({ ...one, propertyVersion })),
    })
    expect((await ask('nfts/list', list('7'))).items[0]?.reason?.code).toBe('already-listed')
    expect((await ask('nfts/list', list('0'))).items[0]?.reason).toBeNull()
    await sell([])
  })

  it('can be listed together with another one in one transaction', async () => {
    const [wallet = STRANGER] = WALLETS
    await hold(VERSIONS.map((version) => ({ holder: wallet, version, amount: 1n })))
    const item = (version: bigint) => ({ tokenDataId: TOKEN, price: '150000000', propertyVersion: String(version) })
    const listed = async (...items: object[]) =>
      (await ask('nfts/list', { walletAddress: wallet, items })).items.map(({ reason }) => reason?.code ?? null)
    expect(await listed(item(0n), item(7n))).not.toContain('duplicate')
    expect((await listed(item(0n), item(7n), item(7n)))[2]).toBe('duplicate')
    expect((await listed(item(0n), { tokenDataId: TOKEN, price: '150000000' }))[1]).toBe('duplicate')
  })
})

// @feature bid.editions
describe('a bid on an edition', () => {
  const bid = (propertyVersion: string, walletAddress: string = STRANGER) => ({
    walletAddress,
    tokenDataId: TOKEN,
    price: '100000000',
    aboveFloor: true,
    propertyVersion,
    expirationTime: String(TEST_NOW_MICROS / 1_000_000n + 60n),
  })

  it('is for one with a holder, and not by the holder', async () => {
    const [wallet = STRANGER, other = STRANGER] = WALLETS
    await hold([
      { holder: other, version: 0n, amount: 2n },
      { holder: wallet, version: 7n, amount: 1n },
    ])
    const answer = await ask('bid/nft', bid('7'))
    expect(called(answer)?.functionArguments.map(String)).toContain('7')
    expect((await ask('bid/nft', bid('7', wallet))).items[0]?.reason?.code).toBe('own-token')
    expect((await ask('bid/nft', bid('7', other))).items[0]?.reason).toBeNull()
    const unheld = await market.api.server.inject({
      method: 'POST',
      url: '/api/collection/bid/nft',
      payload: bid('999999'),
    })
    expect(unheld.statusCode).toBe(404)
  })

  it('without a holder is no top bid anywhere, and none to sell into, whatever it offers', async () => {
    const [wallet = STRANGER] = WALLETS
    await hold([{ holder: wallet, version: 0n, amount: 1n }])
    await bidOn([0n, 999_999n])
    const get = async (url: string) => (await market.api.server.inject(url)).json()
    const detail = await get(`/api/collection/nfts/${TOKEN}`)
    expect(detail.topBid?.offerId).toBe(offerOn(0n))
    expect(detail.tokenOffers.map((offer: { offerId: string }) => offer.offerId)).toEqual([offerOn(0n)])
    expect((await get(`/data/user/tokens/${wallet}`)).data[0].topBid.offerId).toBe(offerOn(0n))
    const { data } = await get(`/data/user/biddings/${wallet}?type=received`)
    expect(data.map((offer: { offerId: string }) => offer.offerId)).toEqual([offerOn(0n)])
    expect((await CALLS.sell(wallet, {})).items[0]?.offerId).toBe(offerOn(0n))
  })

  // @feature order-health.reasons
  it('is pointless where its bidder holds that edition, and too high where another wallet sells that edition for less', async () => {
    await bidOn([0n, 3n, 7n])
    await hold([{ holder: STRANGER, version: 3n, amount: 1n }])
    await market.api.store.pool.query(
      'update market.token_offers set price_octas = 300000000 where token_data_id = $1',
      [TOKEN],
    )
    await sell([{ version: 7n, seller: WALLETS[0] ?? '' }])
    const answer = await market.api.server.inject(`/data/user/orders/stale/${STRANGER}`)
    type Stale = { orderId: string; issues: readonly { code: string }[] }
    const { data } = answer.json() as { data: readonly Stale[] }
    expect(new Map(data.map(({ orderId, issues }) => [orderId, issues.map(({ code }) => code)]))).toEqual(
      new Map([
        [offerOn(3n), ['own-token']],
        [offerOn(7n), ['above-listing']],
      ]),
    )
    await sell([])
  })
})

// @feature bid.not-own
describe('a bid on an edition that one has for sale', () => {
  it('is refused at the price of one’s own listing of it, or more: anyone could buy that and sell it into the bid', async () => {
    const [wallet = STRANGER, other = STRANGER] = WALLETS
    const bid = async (price: bigint, propertyVersion: bigint) => {
      const body = { walletAddress: wallet, tokenDataId: TOKEN, aboveFloor: true, expirationTime: '4102444800' }
      const asked = { ...body, price: String(price), propertyVersion: String(propertyVersion) }
      return (await ask('bid/nft', asked)).items[0]?.reason?.code ?? null
    }
    // Another wallet holds more of each edition.
    await hold(
      VERSIONS.flatMap((version) => [
        { holder: wallet, version, amount: 1n },
        { holder: other, version, amount: 2n },
      ]),
    )
    const cases = fc.record({
      seller: fc.constantFrom(wallet, other),
      version: fc.constantFrom(...VERSIONS),
      wanted: fc.constantFrom(...VERSIONS),
      more: fc.constantFrom(-1n, 0n, 1n),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ seller, version, wanted, more }) => {
        await sell([{ version, seller }])
        const isResold = seller === wallet && version === wanted && more >= 0n
        expect(await bid(200_000_000n + version + more, wanted)).toBe(isResold ? 'own-listing' : null)
      }),
      { seed: 20261129, numRuns: runs(40) },
    )
  })
})
