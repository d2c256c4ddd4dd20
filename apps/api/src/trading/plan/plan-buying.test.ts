import { runs } from '@opal/domain/testing/effort/config'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planSweep, type SweepLimits, type SweepListing } from './plan-buying.ts'

const CARRIED = 6
const sum = (listings: readonly SweepListing[]) => listings.reduce((total, { priceOctas }) => total + priceOctas, 0n)

/** Every choice of listings that takes no token twice. */
function choicesOf(book: readonly SweepListing[]): readonly (readonly SweepListing[])[] {
  const subsets = Array.from({ length: 2 ** book.length }, (_, bits) => book.filter((_one, at) => (bits >> at) & 1))
  return subsets.filter((chosen) => new Set(chosen.map(({ tokenDataId }) => tokenDataId)).size === chosen.length)
}

/** Tries everything: the most tokens that the limits allow, and the least that so many cost. */
function bestByTrying(book: readonly SweepListing[], { count, budgetOctas, maxPriceOctas }: SweepLimits) {
  const allowed = choicesOf(book)
    .filter((chosen) => chosen.length <= Math.min(count ?? CARRIED, CARRIED))
    .filter((chosen) => budgetOctas === undefined || sum(chosen) <= budgetOctas)
    .filter((chosen) => chosen.every(({ priceOctas }) => maxPriceOctas === undefined || priceOctas <= maxPriceOctas))
  const most = Math.max(...allowed.map((chosen) => chosen.length))
  return { most, cost: leastOf(allowed.filter((chosen) => chosen.length === most)) }
}

function leastOf(choices: readonly (readonly SweepListing[])[]): bigint {
  return choices.map(sum).reduce((least, cost) => (cost < least ? cost : least))
}

const books = fc.array(
  fc.record({ tokenDataId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), priceOctas: fc.bigInt(0n, 40n) }),
  { maxLength: 10 },
)
const sweepLimits = fc.record({
  count: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  budgetOctas: fc.option(fc.bigInt(0n, 200n), { nil: undefined }),
  maxPriceOctas: fc.option(fc.bigInt(0n, 40n), { nil: undefined }),
})

describe('a sweep', () => {
  it('is the best there is on any book: the most tokens within the limits, for the least', () => {
    fc.assert(
      fc.property(books, sweepLimits, (book, limits) => {
        const { chosen } = planSweep(book, limits, CARRIED)
        const { most, cost } = bestByTrying(book, limits)
        expect([chosen.length, sum(chosen)]).toEqual([most, cost])
        expect(choicesOf(book)).toContainEqual(book.filter((offer) => chosen.includes(offer)))
      }),
      { numRuns: runs(300) },
    )
  })

  it('says truly what any number of tokens would cost, whatever the count and the budget', () => {
    fc.assert(
      fc.property(books, sweepLimits, (book, limits) => {
        const { curve } = planSweep(book, limits, CARRIED)
        const within = book.filter(({ priceOctas }) => priceOctas <= (limits.maxPriceOctas ?? priceOctas))
        const choices = choicesOf(within)
        expect(curve).toHaveLength(Math.min(CARRIED, Math.max(...choices.map((chosen) => chosen.length))))
        curve.forEach((cost, at) => {
          expect(cost).toBe(leastOf(choices.filter((chosen) => chosen.length === at + 1)))
        })
      }),
      { numRuns: runs(300) },
    )
  })

  it('takes the cheapest listing of each token, and the first of equal ones', () => {
    const offer = (tokenDataId: string, priceOctas: bigint, marketplace: string) => ({
      tokenDataId,
      priceOctas,
      marketplace,
    })
    const book = [offer('a', 9n, 'x'), offer('b', 5n, 'x'), offer('a', 4n, 'y'), offer('c', 5n, 'y')]
    const { chosen, curve } = planSweep(book, { count: 2 }, CARRIED)
    expect(chosen).toEqual([book[2], book[1]])
    expect(curve).toEqual([4n, 9n, 14n])
  })
})
