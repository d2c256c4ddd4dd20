import fc from 'fast-check'
import { expect, it } from 'vitest'
import { atOnce } from '../event-loop.ts'
import { orderSteps, patchValues, priceOrder, priceView } from './column-views.ts'
import { countTraits, tallySteps } from './count-traits.ts'
import { buildTraitColumns } from './testing/build-trait-columns.ts'
import type { TraitColumns } from './trait-columns.ts'

const TOKENS = 12
const [KIND, OTHER] = ['Hat', 'Fur']
const table = buildTraitColumns(
  Array.from({ length: TOKENS }, (_, at) => ({
    tokenDataId: String(at).padStart(2, '0'),
    name: '',
    attributes: [
      { trait_type: KIND, value: `hat ${at % 4}` },
      ...(at % 3 === 0 ? [] : [{ trait_type: OTHER, value: `fur ${at % 5}` }]),
    ],
    properties: null,
    rank: at + 1,
  })),
)

/** Returns the number of steps and the result. */
function run<Result>(steps: Generator<undefined, Result>) {
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next()
    if (done === true) return { count, value }
  }
}

/** Values that are the same for two tokens, neighbours, or equal as floating-point numbers. */
const octas = fc.oneof(fc.bigInt(1n, 4n), fc.bigInt(2n ** 60n, 2n ** 60n + 3n))
const asks = fc.dictionary(fc.nat(TOKENS - 1).map(String), octas).map((asks) => new Map(entriesOf(asks)))
const changes = fc.dictionary(fc.nat(TOKENS - 1).map(String), fc.option(octas, { nil: null }))
const entriesOf = <Value>(of: Readonly<Record<string, Value>>) =>
  Object.entries(of).map(([token, value]) => [Number(token), value] as const)

it('an order is sorted once, however many callers want it at the same time, and at once for one that does not wait', () => {
  const callers = fc.array(fc.nat(3), { maxLength: 60 })
  fc.assert(
    fc.property(asks, fc.integer({ min: 1, max: 7 }), callers, fc.boolean(), (values, step, turns, isWaitedFor) => {
      const waiting = Array.from({ length: 4 }, () => orderSteps(values, step))
      const found = turns.flatMap((at) => waiting[at]?.next().value ?? [])
      if (!isWaitedFor) found.push(priceOrder({ prices: values }))
      for (const one of waiting) found.push(...[atOnce(one)].filter((order) => order !== undefined))
      const order = atOnce(orderSteps(values, step))
      expect([...order.values]).toEqual(
        [...values.values()].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0)),
      )
      for (const one of found) expect(one).toBe(order)
    }),
  )
})

it('what is built in steps from what was there before a change is what is built at once, whatever changes in whatever order', () => {
  const round = fc.record({ changes, isAsked: fc.boolean() })
  fc.assert(
    fc.property(asks, fc.array(round, { maxLength: 8 }), fc.integer({ min: 1, max: 7 }), (first, rounds, step) => {
      let values: ReadonlyMap<number, bigint> = new Map(first)
      const model = new Map(first)
      for (const { changes, isAsked } of rounds) {
        // The order is patched where it was asked for, and sorted where it was not.
        if (isAsked) atOnce(orderSteps(values, step))
        const now = new Map(entriesOf(changes).flatMap(([token, ask]) => (ask === null ? [] : [[token, ask] as const])))
        const differs = entriesOf(changes).some(([token, ask]) => (model.get(token) ?? null) !== ask)
        for (const [token, ask] of entriesOf(changes)) {
          if (ask === null) model.delete(token)
          else model.set(token, ask)
        }
        const before = values
        const asked = new Set(entriesOf(changes).map(([token]) => token))
        values = atOnce(patchValues(before, asked, now, step))
        expect(values === before).toBe(!differs)
        expect(new Map(values)).toEqual(model)
      }
      const fresh = new Map(model)
      expect(priceOrder({ prices: values })).toEqual(priceOrder({ prices: fresh }))
      const inOrder = [...model].toSorted(([one, a], [other, b]) => (a === b ? one - other : a < b ? -1 : 1))
      expect([...priceOrder({ prices: fresh }).tokens]).toEqual(inOrder.map(([token]) => token))
      expect([...priceOrder({ prices: values }).values]).toEqual(inOrder.map(([, ask]) => ask))
      const [view, built] = [priceView(table, { prices: values }), priceView(table, { prices: fresh })]
      for (const at of table.columns.keys()) expect(view.valuesOf(at)).toEqual(built.valuesOf(at))
      expect(view.ranks()).toEqual(built.ranks())
      const listed = (prices: ReadonlyMap<number, bigint>) => ({ prices, placedAt: prices })
      const filter = { traits: [{ traitType: KIND, any: ['hat 1', 'hat 2'], none: [] }] }
      expect(countTraits(table, filter, listed(values))).toEqual(countTraits(table, filter, listed(fresh)))
    }),
  )
})

const MANY = 100_000
const many = () => new Map(Array.from({ length: MANY }, (_, at) => [at, BigInt((at * 7919) % 9973)]))

it('many tokens are put in order, and patched after a change, in steps between which other calls are answered', () => {
  const before = many()
  expect(run(orderSteps(before)).count).toBeGreaterThan(MANY / 20_000 + MANY / 5_000)
  const patching = run(patchValues(before, new Set([7, 9]), new Map([[7, 5_000n]])))
  expect(patching.count).toBeGreaterThanOrEqual(2 * Math.floor((MANY - 1) / 20_000))
  expect(patching.value.size).toBe(MANY - 1)
  // It was not sorted again.
  expect(run(orderSteps(patching.value))).toEqual({ count: 0, value: priceOrder({ prices: new Map(patching.value) }) })
})

it('the order of what is for sale is known in no more than one column after a step, however many kinds there are', () => {
  let made = 0
  const columns = Array.from({ length: 30 }, (_, kind) => ({
    traitType: `Kind ${kind}`,
    values: ['a'],
    positions: new Map([['a', 0]]),
    more: new Map(),
    get first() {
      made += 1
      return new Uint32Array([1, 1, 0])
    },
  }))
  const wide: TraitColumns = { ...table, columns }
  const listed = new Map([
    [0, 2n],
    [1, 1n],
  ])
  const filter = { traits: [{ traitType: 'Kind 3', any: ['a'], none: [] }], listed: true }
  const most = { atOnce: 0 }
  const steps = tallySteps(wide, filter, { prices: listed, placedAt: listed })
  for (let last = made; steps.next().done !== true; last = made) most.atOnce = Math.max(most.atOnce, made - last)
  expect(made).toBe(30)
  expect(most.atOnce).toBe(1)
  // Each is made once for all who ask.
  atOnce(tallySteps(wide, filter, { prices: listed, placedAt: listed }))
  expect(made).toBe(30)
})
