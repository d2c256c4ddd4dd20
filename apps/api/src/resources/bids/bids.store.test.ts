import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { collectionOffers } from '@opal/store/schema/orders'
import { royalties } from '@opal/store/schema/tokens'
import { insertRows } from '@opal/store/testing/insert-rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

const APT = 100_000_000n
const HERD = `0x${'ab'.repeat(32)}`
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  // In addition to the seeded offer of 1.5 APT for three tokens: the owner's own at 2 APT, two more at 1.5, one that ran out.
  const offer = (id: string, buyer: string, price: bigint, size: bigint, expiresIn = 3600n) => ({
    marketplace: nativeMarketplace.id,
    offer_id: `0x${id.repeat(64)}`,
    collection_id: EXAMPLE.collectionId,
    buyer,
    price_octas: price,
    wanted_amount: size,
    remaining_amount: size,
    is_pooled: false,
    set_root: null,
    expires_at_seconds: TEST_NOW_MICROS / 1_000_000n + expiresIn,
    state: 'open',
    validity: 'valid',
    placed_version: 91n,
    placed_at_micros: TEST_NOW_MICROS - 60_000_000n,
    last_version: 91n,
    last_event_index: 0,
    last_at_micros: TEST_NOW_MICROS - 60_000_000n,
  })
  await insertRows(api.store, collectionOffers, [
    offer('7', EXAMPLE.owner, 2n * APT, 1n),
    offer('8', HERD, (3n * APT) / 2n, 2n),
    offer('9', HERD, 9n * APT, 1n, -1n),
  ])
})
afterAll(() => api[Symbol.asyncDispose]())

const get = async (url: string) => (await api.server.inject({ method: 'GET', url })).json()

describe('the ladder of a collection', () => {
  it('sums live offers by price, best first', async () => {
    const { data } = await get(`/data/collection/biddings/${EXAMPLE.collectionId}?page=1&take=10`)
    expect(data).toEqual([
      { id: '200000000', price: '200000000', size: '1', bidders: 1, buyers: [EXAMPLE.owner], totalPrice: '200000000' },
      {
        id: '150000000',
        price: '150000000',
        size: '5',
        bidders: 2,
        buyers: [HERD, EXAMPLE.buyer].sort(),
        totalPrice: '750000000',
      },
    ])
    expect((await get(`/api/collection/${EXAMPLE.collectionId}/biddings`)).data).toEqual(data)
  })

  it('continues below the last price, by cursor and by page', async () => {
    const first = await get(`/data/collection/biddings/monkeys-c0c0c0c0?take=1`)
    for (const next of [`cursor=${first.nextCursor}`, 'page=2']) {
      const second = await get(`/data/collection/biddings/monkeys-c0c0c0c0?take=1&${next}`)
      expect({ prices: second.data.map((level: { price: string }) => level.price), end: second.nextCursor }).toEqual({
        prices: ['150000000'],
        end: null,
      })
    }
  })
})

describe('the best bid', () => {
  // @feature accept.top-bid
  it('is the highest live one that is not the wallet’s own', async () => {
    const top = (wallet?: string) =>
      get(`/data/collection/biddings/top/${EXAMPLE.collectionId}${wallet ? `?walletAddress=${wallet}` : ''}`)
    expect(await top()).toMatchObject({ price: '200000000', buyer: EXAMPLE.owner, remainingTokenAmount: '1' })
    expect(await top(EXAMPLE.owner)).toMatchObject({ price: '150000000', offerId: `0x${'4'.repeat(64)}` })
    const native = api.context.marketplaces.find(({ adapter }) => adapter.isNative)
    expect((await top()).contractAddress).toBe(native?.contracts.packageAddress)
    expect(await get(`/api/collection/${EXAMPLE.collectionId}/biddings/top?walletAddress=${EXAMPLE.owner}`)).toEqual(
      await top(EXAMPLE.owner),
    )
  })

  it('comes with those behind it', async () => {
    const { data } = await get(`/data/collection/biddings/top/multiple/${EXAMPLE.collectionId}`)
    expect(data.map((bid: { price: string }) => bid.price)).toEqual(['200000000', '150000000', '150000000'])
  })

  it('of a token is the best for this very token, or none', async () => {
    const answer = await api.server.inject({
      method: 'POST',
      url: '/data/collection/biddings/tokens/top',
      payload: { tokenDataId: [EXAMPLE.listedTokenDataId, EXAMPLE.tokenDataId] },
    })
    expect(answer.json().data).toMatchObject([
      { tokenDataId: EXAMPLE.listedTokenDataId, topBid: null, offerId: null },
      { tokenDataId: EXAMPLE.tokenDataId, topBid: '180000000', buyer: EXAMPLE.buyer },
    ])
    const one = await get(`/data/collection/biddings/tokens/top/${EXAMPLE.tokenDataId}`)
    expect(one).toEqual(answer.json().data[1])
  })

  // @feature accept.top-bid
  it('of a token is not the wallet’s own, whether it was the highest or not', async () => {
    const own = `/data/collection/biddings/tokens/top`
    const others = async (wallet: string) => {
      const url = `${own}?walletAddress=${wallet}`
      const answer = await api.server.inject({ method: 'POST', url, payload: [EXAMPLE.tokenDataId] })
      const [one] = answer.json().data
      expect(await get(`${own}/${EXAMPLE.tokenDataId}?walletAddress=${wallet}`)).toEqual(one)
      return one
    }
    expect(await others(EXAMPLE.owner)).toMatchObject({ topBid: '180000000', buyer: EXAMPLE.buyer })
    expect(await others(EXAMPLE.buyer)).toMatchObject({ topBid: null, buyer: null })
  })

  // @feature accept.top-bid, portfolio.top-bid-of-others
  it('on what a wallet holds, or is to claim, is one that it could take', async () => {
    const { data } = await get(`/data/user/tokens/${EXAMPLE.owner}?take=50`)
    const bids = new Map(
      data.map((token: { tokenDataId: string; topBid: { price: string; topTokenBid: boolean } | null }) => [
        token.tokenDataId,
        token.topBid,
      ]),
    )
    // Its own offer of 2 APT is the collection's highest.
    expect(bids.get(EXAMPLE.tokenDataId)).toMatchObject({ price: '180000000', topTokenBid: true })
    expect([...bids.values()].every((bid) => (bid as { price: string }).price !== '200000000')).toBe(true)
    const publicly = await get(`/api/collection/nfts/${EXAMPLE.tokenDataId}`)
    expect(publicly.topBid).toMatchObject({ price: '200000000', topTokenBid: false })
  })
})

describe('what offers would pay', () => {
  it('adds up live offers in a collection and of a wallet', async () => {
    const total = async (url: string) => (await get(url)).totalValueLocked
    // 2 x 1 + 1.5 x 2 + 1.5 x 3 and the token offer of 1.8; what ran out is left out.
    expect(await total(`/data/collection/biddings/total-locked/${EXAMPLE.collectionId}`)).toBe('1130000000')
    expect(await total(`/data/user/biddings/total-locked/${HERD}`)).toBe('300000000')
    expect(await total(`/data/user/biddings/total-locked/${HERD}?collectionId=0xff`)).toBe('0')
  })
})

describe('the bids of a wallet', () => {
  const bids = (wallet: string, query = '') => get(`/data/user/biddings/${wallet}?take=10${query}`)
  /** Reads a list from cursor to cursor, in pages of one bid. */
  const oneByOne = async (wallet: string, query: string) => {
    const read: unknown[] = []
    let page = await get(`/data/user/biddings/${wallet}?take=1${query}`)
    read.push(...page.data)
    while (page.nextCursor !== null) {
      page = await get(`/data/user/biddings/${wallet}?take=1${query}&cursor=${page.nextCursor}`)
      read.push(...page.data)
    }
    return read
  }

  // @feature bid.expired
  it('that it made come newest first, also those that ran out', async () => {
    const { data } = await bids(HERD)
    expect(data).toMatchObject([
      { bidPrice: '900000000', expired: true, executable: 'Expired', tokenBid: false, name: 'Monkeys' },
      { bidPrice: '150000000', expired: false, executable: 'True', total: '2', floorPrice: '200000000' },
    ])
    expect((await get(`/api/collection/myBiddings?walletAddress=${HERD}&limit=10`)).data).toEqual(data)
    expect((await bids(EXAMPLE.buyer)).data.map((bid: { tokenBid: boolean }) => bid.tokenBid).sort()).toEqual([
      false,
      true,
    ])
  })

  it('are those of the wallet in the path, which the query may name once more, in any spelling, but no other', async () => {
    const { data } = await bids(EXAMPLE.buyer, `&walletAddress=${EXAMPLE.buyer.toUpperCase().replace('0X', '0x')}`)
    expect(data).toHaveLength(2)
    const other = await api.server.inject({
      method: 'GET',
      url: `/data/user/biddings/${EXAMPLE.buyer}?walletAddress=${HERD}`,
    })
    expect([other.statusCode, other.json().error.code]).toEqual([400, 'invalid-request'])
  })

  it('that it received are live ones on what it holds, not its own', async () => {
    const { data } = await bids(EXAMPLE.owner, '&type=received')
    expect(data.map((bid: { bidPrice: string }) => bid.bidPrice).sort()).toEqual([
      '150000000',
      '150000000',
      '180000000',
    ])
    expect((await bids(HERD, '&type=received')).data).toEqual([])
  })

  // @feature portfolio.bids
  it('come best price first where that is asked, page by page', async () => {
    const query = '&type=received&sortBy=price'
    const { data } = await bids(EXAMPLE.owner, query)
    expect(data.map((bid: { bidPrice: string }) => bid.bidPrice)).toEqual(['180000000', '150000000', '150000000'])
    expect(await oneByOne(EXAMPLE.owner, query)).toEqual(data)
  })

  // @feature portfolio.bids
  it('come by what leaves the seller most where that is asked, page by page', async () => {
    // The royalty of the token takes more than the bid on it is above the others.
    const token = (await bids(EXAMPLE.owner, '&type=received&sortBy=price')).data[0].tokenDataId
    const royalty = { object_address: token, payee_address: HERD, numerator: 1n, denominator: 2n }
    await insertRows(api.store, royalties, [{ ...royalty, last_transaction_version: 1n }])
    try {
      const query = '&type=received&sortBy=net'
      const { data } = await bids(EXAMPLE.owner, query)
      expect(data.map((bid: { bidPrice: string }) => bid.bidPrice)).toEqual(['150000000', '150000000', '180000000'])
      const nets = data.map(({ netOctas }: { netOctas: string }) => Number(netOctas))
      expect(nets).toEqual(nets.toSorted((one: number, other: number) => other - one))
      expect(await oneByOne(EXAMPLE.owner, query)).toEqual(data)
    } finally {
      await api.store.pool.query('delete from chain.current_royalties where object_address = $1', [token])
    }
  })

  it('go on where the cursor says', async () => {
    const first = await get(`/data/user/biddings/${HERD}?take=1`)
    const second = await get(`/data/user/biddings/${HERD}?take=1&cursor=${first.nextCursor}`)
    expect([first.data[0].bidPrice, second.data[0].bidPrice, second.nextCursor]).toEqual([
      '900000000',
      '150000000',
      null,
    ])
  })
})
