import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bps, type Rate } from '../prices/rates.ts'
import { runs } from '../testing/effort/config.ts'
import { planExit, planExitInSteps } from './exit-plan.ts'
import type { ExitBid, ExitItem } from './sale-matching.ts'

interface NamedBid extends ExitBid {
  readonly id: number
}

/** Few values, so that bids and items often tie. */
const rate = fc.constantFrom(0, 150, 500, 2_000).map(bps)

/** Markets of two collections. @param poolOctas of each of the two pools. @param hasOneRoyalty whether items of one collection share it. */
function anyMarket(
  poolOctas: fc.Arbitrary<bigint>,
  hasOneRoyalty = false,
): fc.Arbitrary<readonly ExitItem<NamedBid>[]> {
  const bid = fc.record({
    priceOctas: fc.bigInt(0n, 300n),
    commission: rate,
    remainingAmount: fc.bigInt(0n, 2n),
    pool: fc.constantFrom(null, null, 'a', 'b'),
  })
  const item = fc.record({
    royalty: rate,
    leastOctas: fc.constantFrom(0n, 0n, 0n, 100n, 200n),
    fits: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  })
  const collection = fc.record({
    shared: fc.array(bid, { maxLength: 3 }),
    own: fc.array(bid, { maxLength: 3 }),
    items: fc.array(item, { maxLength: 3 }),
    royalty: rate,
  })
  return fc.tuple(collection, collection, poolOctas, poolOctas).map(([one, other, a, b]) => {
    const octasOf: Readonly<Record<string, bigint>> = { a, b }
    let id = 0
    const name = ({ pool, ...rest }: typeof bid extends fc.Arbitrary<infer B> ? B : never): NamedBid => {
      id += 1
      return { ...rest, id, pool: pool === null ? null : { id: pool, octas: octasOf[pool] ?? 0n } }
    }
    return [one, other].flatMap(({ shared, own, items, royalty }) => {
      const [sharedBids, ownBids] = [shared.map(name), own.map(name)]
      return items.map(({ fits, ...rest }) => ({
        ...rest,
        ...(hasOneRoyalty && { royalty }),
        sharedBids,
        bids: ownBids.filter((_, at) => fits[at]),
      }))
    })
  })
}

const fitting = ({ bids, sharedBids }: ExitItem<NamedBid>) => [...bids, ...sharedBids]

/** The split in its own words: royalty first, commission of what is left at most, both rounded down. */
function netIn({ royalty }: ExitItem<NamedBid>, { priceOctas, commission }: NamedBid): bigint {
  const toArtist = (priceOctas * royalty.numerator) / 10_000n
  return priceOctas - toArtist - (priceOctas * commission.numerator) / 10_000n
}

const isWorthIt = (item: ExitItem<NamedBid>, bid: NamedBid) => netIn(item, bid) >= item.leastOctas

/** Returns the rest of bids and pools after some of the bids were filled; null where one was filled too often. */
function leftAfter(filled: readonly NamedBid[]): (bid: NamedBid) => boolean {
  const times = (bid: NamedBid) => BigInt(filled.filter((one) => one === bid).length)
  const paid = (pool: string) => filled.reduce((sum, bid) => sum + (bid.pool?.id === pool ? bid.priceOctas : 0n), 0n)
  return (bid) =>
    times(bid) < bid.remainingAmount && (bid.pool === null || paid(bid.pool.id) + bid.priceOctas <= bid.pool.octas)
}

/** Tries every choice. @returns the most that each number of sales can bring. */
function mostByCount(items: readonly ExitItem<NamedBid>[]): readonly bigint[] {
  const most: bigint[] = []
  const choose = (at: number, filled: readonly NamedBid[], net: bigint): void => {
    const item = items[at]
    if (item === undefined) {
      const before = most[filled.length]
      if (before === undefined || net > before) most[filled.length] = net
      return
    }
    choose(at + 1, filled, net)
    const isOpen = leftAfter(filled)
    for (const bid of fitting(item))
      if (isOpen(bid) && isWorthIt(item, bid)) choose(at + 1, [...filled, bid], net + netIn(item, bid))
  }
  choose(0, [], 0n)
  return most
}

describe('planExit', () => {
  // @feature exit.plan
  it('fills no bid beyond what it takes, no pool beyond what it holds, and sells no item below its least', () => {
    fc.assert(
      fc.property(anyMarket(fc.bigInt(0n, 600n)), (items) => {
        const { sales, proceeds } = planExit(items)
        expect(sales).toHaveLength(items.length)
        const filled: NamedBid[] = []
        for (const [at, sale] of sales.entries()) {
          const item = items[at]
          if (item === undefined || sale === null) continue
          expect(fitting(item)).toContain(sale.bid)
          expect(isWorthIt(item, sale.bid)).toBe(true)
          expect(sale.netOctas).toBe(netIn(item, sale.bid))
          expect(leftAfter(filled)(sale.bid)).toBe(true)
          filled.push(sale.bid)
        }
        expect(proceeds).toHaveLength(filled.length)
        expect(proceeds.at(-1) ?? 0n).toBe(sales.reduce((sum, sale) => sum + (sale?.netOctas ?? 0n), 0n))
      }),
      { numRuns: runs(400) },
    )
  })

  // @feature exit.plan
  it('leaves no item unsold that a bid would still take', () => {
    fc.assert(
      fc.property(anyMarket(fc.bigInt(0n, 600n)), (items) => {
        const { sales } = planExit(items)
        const isOpen = leftAfter(sales.flatMap((sale) => sale?.bid ?? []))
        const missed = items.filter(
          (item, at) => sales[at] === null && fitting(item).some((bid) => isOpen(bid) && isWorthIt(item, bid)),
        )
        expect(missed).toEqual([])
      }),
      { numRuns: runs(400) },
    )
  })

  // @feature exit.curve
  it('gains no more with each further sale than with the one before, whatever pools pay', () => {
    fc.assert(
      fc.property(anyMarket(fc.bigInt(0n, 600n)), (items) => {
        const { proceeds } = planExit(items)
        const gains = proceeds.map((sum, at) => sum - (proceeds[at - 1] ?? 0n))
        for (const [at, gain] of gains.entries()) {
          expect(gain >= 0n).toBe(true)
          expect(gain <= (gains[at - 1] ?? gain)).toBe(true)
        }
      }),
      { numRuns: runs(400) },
    )
  })

  // @feature exit.plan, exit.curve
  it('brings the most that each number of sales can, where pools pay all of their bids and royalties are equal', () => {
    fc.assert(
      fc.property(anyMarket(fc.constant(10_000n), true), (items) => {
        const most = mostByCount(items)
        const curve = [0n, ...planExit(items).proceeds]
        expect(curve).toEqual(most)
      }),
      { numRuns: runs(150) },
    )
  })

  it.each<readonly [string, (bestNet: bigint, at: number) => bigint]>([
    ['nothing', (best, at) => best + 1n + BigInt(at)],
    ['every other item', (best, at) => (at % 2 === 0 ? 0n : best + 1n)],
    ['everything', () => 0n],
  ])(
    'does not compare each of many items with each of many bids, whatever the least amounts are: %s is sold',
    (_, leastOf) => {
      const [itemCount, bidCount] = [200, 2_000]
      let reads = 0
      const bids = Array.from({ length: bidCount }, (_, at): ExitBid => {
        const priceOctas = 1_000_000n - BigInt(at)
        return {
          get priceOctas() {
            reads += 1
            return priceOctas
          },
          commission: bps(150),
          remainingAmount: 1n,
          pool: null,
        }
      })
      // 1,000,000 less 1.5 % and 5 %.
      const items = Array.from({ length: itemCount }, (_, at): ExitItem<ExitBid> => {
        return { royalty: bps(500), leastOctas: leastOf(935_000n, at), bids: [], sharedBids: bids }
      })
      planExit(items)
      expect(reads).toBeLessThan(10 * (itemCount + bidCount))
    },
  )

  /** Counts how often prices are read in each step of a plan, and in all. */
  function countReads(
    [itemCount, bidCount]: readonly [number, number],
    royaltyOf: (at: number) => Rate,
    leastOf: (bidOctas: bigint, at: number) => bigint,
  ): { readonly inStep: number; readonly all: number } {
    let reads = 0
    const bids = Array.from({ length: bidCount }, (_, at): ExitBid => {
      const priceOctas = 1_000_000n - BigInt(at % 3)
      return {
        get priceOctas() {
          reads += 1
          return priceOctas
        },
        commission: bps(at % 2 === 0 ? 150 : 100),
        remainingAmount: 1n,
        pool: null,
      }
    })
    const items = Array.from({ length: itemCount }, (_, at): ExitItem<ExitBid> => {
      return { royalty: royaltyOf(at), leastOctas: leastOf(1_000_000n, at), bids: [], sharedBids: bids }
    })
    const steps = planExitInSteps(items)
    let [inStep, before] = [0, 0]
    for (let isDone = false; !isDone; before = reads) {
      isDone = steps.next().done === true
      inStep = Math.max(inStep, reads - before)
    }
    return { inStep, all: reads }
  }

  const royalties = {
    whole: (at: number): Rate => ({ numerator: BigInt(at + 1), denominator: BigInt(at + 1) }),
    rising: (at: number): Rate => ({ numerator: BigInt(at), denominator: 10_007n }),
    one: (): Rate => bps(500),
  }

  // @feature exit.plan
  it('compares few bids with items in one step, whatever royalties these have and whatever they have to bring', () => {
    const royaltyOf = fc.constantFrom(...Object.values(royalties))
    const leastOf = fc.constantFrom<(bid: bigint, at: number) => bigint>(
      () => 1n,
      (bid) => bid,
      (bid, at) => (bid * BigInt(10_000 - 2 * at)) / 10_000n,
      (bid, at) => (at % 3 === 0 ? 1n : bid),
    )
    fc.assert(
      fc.property(royaltyOf, leastOf, (royaltyOf, leastOf) => {
        expect(countReads([100, 1_000], royaltyOf, leastOf).inStep).toBeLessThan(10_000)
      }),
      { numRuns: runs(12) },
    )
  })

  // @feature exit.plan
  it('leaves out the bids that bring least where hundreds of royalties would be compared with thousands of them', () => {
    expect(countReads([500, 5_000], royalties.whole, () => 1n).all).toBeLessThan(5_000_000)
  })

  it('moves a sale to another bid of its item where that makes room for a second one', () => {
    const bid = (id: number, priceOctas: bigint): NamedBid => {
      return { id, priceOctas, commission: bps(0), remainingAmount: 1n, pool: null }
    }
    const [ofCollection, ofFirst] = [bid(1, 100n), bid(2, 90n)]
    const item = { royalty: bps(0), leastOctas: 0n, bids: [], sharedBids: [ofCollection] }
    const { sales, proceeds } = planExit([{ ...item, bids: [ofFirst] }, item])
    expect(sales).toEqual([
      { bid: ofFirst, netOctas: 90n },
      { bid: ofCollection, netOctas: 100n },
    ])
    expect(proceeds).toEqual([100n, 190n])
  })
})
