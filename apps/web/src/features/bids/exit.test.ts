import type { PortfolioToken } from '@opal/contract/portfolio'
import { bps } from '@opal/domain/prices/rates'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testingItem, testingListing } from '../../testing/testing-item.ts'
import { type Exit, estimateSale, type OpenBid, saleInto } from './exit.ts'

/** What a sale brings is not known. */
const NO_SUM = { netOctas: 0n, isBeforeRoyalty: true }

it('every item of a sale into a level, also one that is chosen later, is sold for no less than its price', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 30 }),
      fc.nat({ max: 30 }),
      fc.option(fc.bigInt(1n, 10n ** 15n)),
      (size, count, price) => {
        const held = Array.from(
          { length: size },
          (_, at) => ({ tokenDataId: `0x${at}`, ownListings: [] as const }) as unknown as PortfolioToken,
        )
        const exit = { held, total: size, bids: [], royalties: held.map(() => null) }
        const lowest = price === null ? undefined : String(price)
        const sold = [...held.keys()].filter((at) => at % 2 === count % 2)
        const request = saleInto(exit, { sold, ...NO_SUM }, lowest)
        if (request.kind !== 'accept-bid') throw new Error('not a sale')
        const all = [...request.tokens, ...(request.others ?? [])]
        expect(request.tokens.map(({ tokenDataId }) => tokenDataId)).toEqual(sold.map((at) => `0x${at}`))
        expect(new Set(all.map(({ tokenDataId }) => tokenDataId))).toEqual(
          new Set(held.map(({ tokenDataId }) => tokenDataId)),
        )
        expect(all.map(({ leastPrice }) => leastPrice)).toEqual(held.map(() => lowest))
      },
    ),
  )
})

// @feature book.sell-many
it('says of a listed item at what price it is listed', () => {
  const listed = testingItem('0xa', { ownListings: [testingListing('0xa', { price: '300' })] })
  const request = saleInto(
    { held: [listed, testingItem('0xb')], total: 2, bids: [], royalties: [null, null] },
    { sold: [0, 1], ...NO_SUM },
  )
  expect(request.kind === 'accept-bid' && request.tokens.map(({ listedPrice }) => listedPrice)).toEqual(['300', null])
})

// @feature book.sell-many
it('says what a sale brings where the royalties of all its items are known', () => {
  const exit = { held: [testingItem('0xa')], total: 1, bids: [], royalties: [null] }
  const shown = [true, false].map((isBeforeRoyalty) => {
    const request = saleInto(exit, { sold: [0], netOctas: 935n, isBeforeRoyalty })
    return request.kind === 'accept-bid' && request.shownOctas
  })
  expect(shown).toEqual([undefined, '935'])
})

const bid = (priceOctas: bigint, size: number, commissionBps: number, tokens: readonly string[] | null): OpenBid => ({
  priceOctas,
  remainingAmount: BigInt(size),
  commission: bps(commissionBps),
  pool: null,
  tokens: tokens === null ? null : new Set(tokens),
})

const BIDS: readonly OpenBid[] = [
  bid(1_000n, 2, 250, null),
  // Less gross and more net.
  bid(990n, 1, 0, null),
]

/** Tokens with these royalties, named by their places, and the bids on them. */
function exitOf(bids: readonly OpenBid[], royalties: readonly (number | null)[]): Exit {
  const held = royalties.map((_, at) => testingItem(String(at)))
  return { held, total: held.length, bids, royalties }
}

const estimateAll = (bids: readonly OpenBid[], royalties: readonly (number | null)[]) =>
  estimateSale(exitOf(bids, royalties), royalties.length)

const sizeOf = (bids: readonly OpenBid[]) => bids.reduce((sum, { remainingAmount }) => sum + Number(remainingAmount), 0)

const anyBid = (tokens: fc.Arbitrary<string[] | null>) =>
  fc
    .tuple(fc.bigInt(1n, 10_000n), fc.integer({ min: 1, max: 5 }), fc.nat(500), tokens)
    .map(([price, size, commission, ids]) => bid(price, size, commission, ids))

describe('selling into bids', () => {
  // @feature book.sell-many
  it('sells an item into the bid on itself where that leaves a better one for another', () => {
    const bids = [bid(100n, 1, 0, null), bid(90n, 1, 0, ['0'])]
    expect(estimateAll(bids, [0, 0])).toMatchObject({ sold: [0, 1], grossOctas: 190n, lowestPrice: 90n })
  })

  // @feature book.sell-many
  it('takes what leaves most after commission and royalty first', () => {
    expect(estimateAll(BIDS, [500])).toEqual({
      sold: [0],
      grossOctas: 990n,
      netOctas: 941n,
      averageOctas: 941n,
      lowestPrice: 990n,
      isBeforeRoyalty: false,
    })
    expect(estimateAll(BIDS, Array(5).fill(500))).toEqual({
      sold: [0, 1, 2],
      grossOctas: 2_990n,
      netOctas: 941n + 2n * 925n,
      averageOctas: 930n,
      lowestPrice: 990n,
      isBeforeRoyalty: false,
    })
    expect(estimateAll([], [500, 500, 500])).toMatchObject({
      sold: [],
      netOctas: 0n,
      averageOctas: 0n,
      lowestPrice: null,
    })
  })

  it('takes off each token’s own royalty, rounded down, and never more than the bid pays', () => {
    expect(estimateAll(BIDS, [0, 1_000])).toMatchObject({ netOctas: 990n + 875n })
    expect(estimateAll([bid(99n, 1, 500, null)], [10_000])).toMatchObject({
      netOctas: 0n,
    })
  })

  it('brings on average less with every token more, and never more than the bids pay', () => {
    fc.assert(
      fc.property(
        fc.array(anyBid(fc.constant(null)), { maxLength: 8 }),
        fc.nat(1_000),
        fc.nat(20),
        (bids, royalty, count) => {
          const [one, more] = [count, count + 1].map((tokens) => estimateAll(bids, Array(tokens).fill(royalty)))
          if (one === undefined || more === undefined) return
          expect(one.netOctas <= one.grossOctas).toBe(true)
          expect(one.sold.length).toBe(Math.min(count, sizeOf(bids)))
          if (one.sold.length > 0) expect(more.averageOctas <= one.averageOctas).toBe(true)
        },
      ),
    )
  })

  // @feature book.sell-many
  it('takes the bids on a token itself and on sets that it is in, and passes over tokens without a bid', () => {
    const bids = [bid(100n, 1, 0, null), bid(300n, 1, 0, ['1', '3']), bid(200n, 5, 0, ['4'])]
    const sale = estimateAll(bids, Array(5).fill(0))
    // The first takes the bid on any token, the second that on its set, which the fourth has missed then.
    expect(sale).toMatchObject({ sold: [0, 1, 4], grossOctas: 600n, lowestPrice: 100n })
    expect(estimateSale(exitOf(bids, Array(5).fill(0)), 2)).toMatchObject({ sold: [0, 1], grossOctas: 400n })
  })

  // @feature book.sell-many
  it('sells every token once at most, into bids that take it, no bid beyond its size, and each count is the beginning of the next', () => {
    const ids = ['0', '1', '2', '3', '4', '5']
    const bids = fc.array(anyBid(fc.option(fc.subarray(ids))), { maxLength: 6 })
    const royalties = fc.array(fc.option(fc.nat(1_000)), { maxLength: ids.length })
    fc.assert(
      fc.property(bids, royalties, fc.nat(6), (open, all, count) => {
        const sale = estimateSale(exitOf(open, all), count)
        expect(new Set(sale.sold).size).toBe(sale.sold.length)
        expect(sale.sold.length).toBeLessThanOrEqual(count)
        const wanting = sale.sold.filter((at) => open.some(({ tokens }) => tokens?.has(String(at)) ?? true))
        expect(wanting).toEqual(sale.sold)
        expect(sale.sold.length).toBeLessThanOrEqual(sizeOf(open))
        expect(estimateSale(exitOf(open, all), count + 1).sold.slice(0, sale.sold.length)).toEqual(sale.sold)
        expect(sale.isBeforeRoyalty).toBe(sale.sold.some((at) => all[at] === null))
      }),
    )
  })
})
