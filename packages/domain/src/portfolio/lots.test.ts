import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorMs } from '../testing/processor-time.ts'
import { continueLots, type HoldingStep, type Lot, type LotTrade } from './lots.ts'

/** Folds all steps from the beginning. */
function foldLots(steps: readonly HoldingStep[]): readonly Lot[] {
  return continueLots({ open: [], oldest: 0, isWhole: true, inHand: 0n }, steps)?.lots ?? []
}

function step(version: number, held: number | null, fields: Partial<HoldingStep> = {}): HoldingStep {
  const holds = held === null ? null : BigInt(held)
  return {
    version: BigInt(version),
    atMicros: BigInt(version) * 10n,
    trades: [],
    held: holds,
    isOwnerNamed: false,
    mint: null,
    isBurnt: false,
    ...fields,
  }
}

const bought = (octas: bigint): LotTrade => ({ side: 'bought', book: 'listing', octas })
const sold = (octas: bigint | null): LotTrade => ({ side: 'sold', book: 'collection-offer', octas })
const summarize = (lots: readonly Lot[]) =>
  lots.map(({ by, amount, costOctas, release }) => [by, amount, costOctas, release?.by, release?.proceedsOctas])

test('a purchase is a lot at its price, a sale ends the oldest', () => {
  const steps = [
    step(1, 1, { trades: [bought(5n)] }),
    step(2, 2, { trades: [bought(7n)] }),
    step(3, 1, { trades: [sold(9n)] }),
  ]
  expect(summarize(foldLots(steps))).toEqual([
    ['listing', 1n, 5n, 'collection-offer', 9n],
    ['listing', 1n, 7n, undefined, undefined],
  ])
})

test('items that come without a trade were minted at their price, or sent at an unknown one', () => {
  expect(summarize(foldLots([step(1, 3, { mint: { costOctas: 4n, items: 3n } })]))).toEqual([
    ['mint', 3n, 12n, undefined, undefined],
  ])
  expect(summarize(foldLots([step(1, 1)]))).toEqual([['transfer', 1n, null, undefined, undefined]])
})

test('however many items of a token come with those that were minted, the lot costs no more than was paid', () => {
  const amount = fc.bigInt(1n, 2n ** 64n - 1n)
  fc.assert(
    fc.property(amount, amount, amount, (items, costOctas, came) => {
      const [lot] = foldLots([{ ...step(1, 0, { mint: { costOctas, items } }), held: came }])
      expect(lot).toMatchObject({ by: 'mint', amount: came, costOctas: came <= items ? came * costOctas : null })
    }),
  )
})

test('items that go without a trade were sent or burnt, and earn nothing', () => {
  const minted = step(1, 3, { mint: { costOctas: 4n, items: 3n } })
  expect(summarize(foldLots([minted, step(2, 2), step(3, 0, { isBurnt: true })]))).toEqual([
    ['mint', 1n, 4n, 'transfer', null],
    ['mint', 2n, 8n, 'burn', null],
  ])
})

test('an item that was sold without having been seen has unknown cost', () => {
  expect(summarize(foldLots([step(1, null, { trades: [sold(9n)] })]))).toEqual([
    ['unknown', 1n, null, 'collection-offer', 9n],
  ])
})

test('an item that is bought and handed over later keeps its price', () => {
  const lots = foldLots([step(1, 0, { trades: [bought(5n)] })])
  expect(lots).toMatchObject([{ isInTransit: true, costOctas: 5n }])
  expect(foldLots([step(1, 0, { trades: [bought(5n)] }), step(2, 1)])).toMatchObject([
    { isInTransit: false, costOctas: 5n, version: 1n },
  ])
})

test('an item that was bought and has gone on to another owner in one transaction was sent away', () => {
  const steps = [step(1, 0, { trades: [bought(5n)], isOwnerNamed: true }), step(2, 1, { isOwnerNamed: true })]
  expect(summarize(foldLots(steps))).toEqual([
    ['listing', 1n, 5n, 'transfer', null],
    ['transfer', 1n, null, undefined, undefined],
  ])
  expect(foldLots(steps).map((lot) => lot.isInTransit)).toEqual([false, false])
})

test('bought and sold on within one transaction gains the difference', () => {
  expect(summarize(foldLots([step(1, 0, { trades: [bought(5n), sold(8n)] })]))).toEqual([
    ['listing', 1n, 5n, 'collection-offer', 8n],
  ])
})

test('lots hold what the chain says, and split without losing an octa', () => {
  const amounts = fc.array(fc.record({ held: fc.nat(9), cost: fc.nat(100) }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(amounts, (story) => {
      const steps = story.map(({ held, cost }, index) =>
        step(index, held, { mint: { costOctas: BigInt(cost), items: 9n } }),
      )
      const lots = foldLots(steps)
      const open = lots.filter((lot) => lot.release === null)
      expect(open.reduce((sum, lot) => sum + lot.amount, 0n)).toBe(steps.at(-1)?.held)
      for (const [version, group] of Map.groupBy(lots, (lot) => lot.version)) {
        const came = group.reduce((sum, lot) => sum + lot.amount, 0n)
        const cost = group.reduce((sum, lot) => sum + (lot.costOctas ?? 0n), 0n)
        expect(cost).toBe(came * BigInt(story[Number(version)]?.cost ?? 0))
        expect(group.map((lot) => lot.index)).toEqual(group.map((_, index) => index))
      }
    }),
  )
})

const trades = fc.array(
  fc.boolean().map((isSale) => (isSale ? sold(9n) : bought(5n))),
  { maxLength: 3 },
)
const anySteps = fc.array(
  fc.record({
    held: fc.option(fc.nat(9)),
    trades,
    isBurnt: fc.boolean(),
    isOwnerNamed: fc.boolean(),
    isMint: fc.boolean(),
  }),
  { minLength: 1, maxLength: 20 },
)

test('lots that are folded further are those that are folded from the beginning', () => {
  let continued = 0
  fc.assert(
    fc.property(anySteps, fc.nat(20), fc.nat(4), (story, cut, oldest) => {
      const steps = story.map(({ held, isMint, ...fields }, index) =>
        step(index, held, { ...fields, mint: isMint ? { costOctas: 3n, items: 5n } : null }),
      )
      const before = foldLots(steps.slice(0, cut))
      const open = before.filter((lot) => lot.release === null)
      const inHand = open.reduce((sum, lot) => (lot.isInTransit ? sum : sum + lot.amount), 0n)
      const given = open.filter((lot, index) => index < oldest || lot.isInTransit)
      const isWhole = open.length <= oldest
      const soFar = { open: given, oldest: Math.min(oldest, open.length), isWhole, inHand }
      const after =
        continueLots(soFar, steps.slice(cut)) ?? continueLots({ ...soFar, open, isWhole: true }, steps.slice(cut))
      if (!isWhole && continueLots(soFar, steps.slice(cut)) !== null) continued += 1
      const unseen = open.filter((lot) => !given.includes(lot))
      const known = [...before.filter((lot) => lot.release !== null), ...(after?.lots ?? [])]
      const rest = unseen.filter((lot) => !known.some((other) => nameOf(other) === nameOf(lot)))
      const all = foldLots(steps)
      expect([...known, ...rest].toSorted(inOrder)).toEqual(all.toSorted(inOrder))
      const left = all.filter((lot) => lot.release === null && !lot.isInTransit)
      expect(after?.inHand).toBe(left.reduce((sum, lot) => sum + lot.amount, 0n))
    }),
    { numRuns: 500 },
  )
  expect(continued).toBeGreaterThan(20)
})

function nameOf(lot: Lot): string {
  return `${lot.version}/${lot.index}`
}

function inOrder(a: Lot, b: Lot): number {
  return Number(a.version - b.version) || a.index - b.index
}

test('a hundred thousand lots leave in one transaction in a moment', async () => {
  const count = 100_000
  const open = Array.from({ length: count }, (_, at): Lot => {
    const origin = { version: BigInt(at), atMicros: 0n, index: 0, by: 'transfer' } as const
    return { ...origin, amount: 1n, costOctas: null, isInTransit: false, release: null }
  })
  const leave = () => continueLots({ open, oldest: count, isWhole: true, inHand: BigInt(count) }, [step(count, 0)])
  // Each taken out of an array of the others, they left in twenty seconds.
  expect(await processorMs(leave)).toBeLessThan(2_000)
  const after = leave()
  expect(after?.inHand).toBe(0n)
  expect(after?.lots.every(({ version, release }, at) => version === BigInt(at) && release !== null)).toBe(true)
})
