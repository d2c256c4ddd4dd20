import type { TokenSort } from '@opal/contract/constants/sorts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../event-loop.ts'
import { countTraits, pageOfValues, presentTraits, tallySteps } from './count-traits.ts'
import { matchCheapest, matchTokens } from './match-tokens.ts'
import { orderTokens, type SortValues } from './order-tokens.ts'
import { buildTraitColumns } from './testing/build-trait-columns.ts'
import { TraitColumnsBuilder } from './trait-columns.ts'
import type { TraitFilter } from './trait-query.ts'

type Traits = readonly { trait_type: string; value: string }[]
const row = (index: number, attributes: Traits, rank: number | null = null) => ({
  tokenDataId: `0x${index.toString(16).padStart(64, '0')}`,
  name: `Ape #${index}`,
  attributes,
  properties: null,
  rank,
})
const NOTHING = { prices: new Map(), placedAt: new Map(), soldAt: new Map() }

const trait = fc.record({ trait_type: fc.constantFrom('Fur', 'Hat', 'Eyes'), value: fc.constantFrom('a', 'b', 'c') })
const market = fc.array(
  fc.record({
    traits: fc.array(trait, { maxLength: 4 }),
    rank: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
    price: fc.option(fc.bigInt({ min: 1n, max: 5n }), { nil: undefined }),
  }),
  { maxLength: 30 },
)
const values = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'unknown'), { maxLength: 3 })
const filters = fc.record({
  traits: fc.uniqueArray(
    fc.record({ traitType: fc.constantFrom('Fur', 'Hat', 'Eyes', 'Nose'), any: values, none: values }),
    { selector: (one) => one.traitType, maxLength: 3 },
  ),
  minRank: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  maxRank: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  listed: fc.option(fc.boolean(), { nil: undefined }),
  minOctas: fc.option(fc.bigInt({ min: 0n, max: 5n }), { nil: undefined }),
  maxOctas: fc.option(fc.bigInt({ min: 0n, max: 5n }), { nil: undefined }),
})
type Market = readonly { traits: Traits; rank: number | null; price: bigint | undefined }[]
type Filter = { [K in keyof TraitFilter]: TraitFilter[K] | undefined } & Pick<TraitFilter, 'traits'>

/** The plain meaning, token by token. @param except a kind of trait whose conditions do not count. */
function wants(token: Market[number], filter: Filter, except?: string): boolean {
  const { rank, price } = token
  const kinds = filter.traits.every(({ traitType, any, none }) => {
    if (traitType === except) return true
    const own = token.traits.filter((one) => one.trait_type === traitType).map((one) => one.value)
    return (any.length === 0 || own.some((value) => any.includes(value))) && !own.some((value) => none.includes(value))
  })
  return (
    kinds &&
    (filter.minRank === undefined || (rank !== null && rank >= filter.minRank)) &&
    (filter.maxRank === undefined || (rank !== null && rank <= filter.maxRank)) &&
    (filter.listed === undefined || (price !== undefined) === filter.listed) &&
    (filter.minOctas === undefined || (price !== undefined && price >= filter.minOctas)) &&
    (filter.maxOctas === undefined || (price !== undefined && price <= filter.maxOctas))
  )
}
const toColumns = (tokens: Market) => buildTraitColumns(tokens.map(({ traits, rank }, at) => row(at, traits, rank)))
const toListed = (tokens: Market): SortValues => {
  const prices = new Map(tokens.flatMap(({ price }, at) => (price === undefined ? [] : [[at, price] as const])))
  const latestFirst = [...prices].sort(([one, at], [other, then]) => Number(then - at) || other - one)
  return { prices, placedAt: prices, soldAt: new Map(latestFirst) }
}

describe('trait filters', () => {
  it('match what they say: one of the values within a kind, all kinds, none of the refused values', () => {
    fc.assert(
      fc.property(market, filters, (tokens, filter) => {
        const expected = tokens.flatMap((token, at) => (wants(token, filter) ? [at] : []))
        expect(atOnce(matchTokens(toColumns(tokens), filter as TraitFilter, toListed(tokens)))).toEqual(expected)
      }),
    )
  })

  it('count every value and its floor as if nothing were asked of its kind', () => {
    fc.assert(
      fc.property(market, filters, (tokens, filter) => {
        for (const { traitType, values: stats } of countTraits(
          toColumns(tokens),
          filter as TraitFilter,
          toListed(tokens),
        )) {
          for (const { value, count, floorOctas } of stats) {
            const having = tokens.filter(
              (token) =>
                wants(token, filter, traitType) &&
                token.traits.some((one) => one.trait_type === traitType && one.value === value),
            )
            const prices = having.flatMap(({ price }) => price ?? [])
            const floor = prices.length === 0 ? null : prices.reduce((low, one) => (one < low ? one : low))
            expect({ count, floorOctas }).toEqual({ count: having.length, floorOctas: floor })
          }
        }
      }),
    )
  })

  it('are written as they are counted, with how many tokens match', () => {
    fc.assert(
      fc.property(market, filters, (tokens, some) => {
        const [table, listed, filter] = [toColumns(tokens), toListed(tokens), some as TraitFilter]
        const counted = countTraits(table, filter, listed)
        expect(atOnce(presentTraits(atOnce(tallySteps(table, filter, listed))))).toEqual({
          total: atOnce(matchTokens(table, filter, listed)).length,
          data: counted.map(({ traitType, values: stats }) => ({
            trait_type: traitType,
            valueCount: stats.length,
            values: stats.map(({ value, count, floorOctas }) => ({
              value,
              count,
              floorPrice: floorOctas === null ? null : String(floorOctas),
            })),
          })),
        })
        for (const { values: stats } of counted) {
          const ranked = stats.toSorted(
            (left, right) => right.count - left.count || (left.value < right.value ? -1 : 1),
          )
          expect(stats).toEqual(ranked)
        }
      }),
    )
  })

  it('have the values found in pages that a part of their texts is asked for', () => {
    const asked = fc.record({ part: fc.constantFrom('', 'a', 'b', 'zz'), start: fc.nat(4), take: fc.nat(4) })
    fc.assert(
      fc.property(market, filters, asked, (tokens, some, { part, start, take }) => {
        const [table, listed, filter] = [toColumns(tokens), toListed(tokens), some as TraitFilter]
        const tallies = atOnce(tallySteps(table, filter, listed))
        const kinds = countTraits(table, filter, listed)
        for (const { traitType } of table.columns) {
          const counted = kinds.find((kind) => kind.traitType === traitType)
          const found = (counted?.values ?? []).filter(({ value }) => value.toLowerCase().includes(part))
          const page = atOnce(pageOfValues(tallies, traitType, { part, start, take }))
          expect(page).toEqual({ total: found.length, values: found.slice(start, start + take) })
        }
        expect(atOnce(pageOfValues(tallies, 'no such kind', { part, start, take }))).toEqual({ total: 0, values: [] })
      }),
    )
  })

  it('leave the values of as many tokens in the order of these where there are more than a hundred thousand', () => {
    const valuesOf = (count: number) => {
      const tokens = Array.from({ length: count }, (_, at) => {
        return row(at, [{ trait_type: 'Number', value: String(count - at).padStart(6, '0') }])
      })
      const common = [{ trait_type: 'Number', value: 'common' }]
      const table = buildTraitColumns([...tokens, row(count, common), row(count + 1, common)])
      return countTraits(table, { traits: [] }, NOTHING).flatMap(({ values }) => values.map(({ value }) => value))
    }
    expect(valuesOf(300).slice(0, 3)).toEqual(['common', '000001', '000002'])
    expect(valuesOf(100_000).slice(0, 3)).toEqual(['common', '100000', '099999'])
  })

  it('lose no token in any order, and put those without the value last', async () => {
    const orders = fc.constantFrom<TokenSort>(
      'last_sale_desc',
      'price_asc',
      'price_desc',
      'listed_desc',
      'name_asc',
      'rarity_asc',
      'rarity_desc',
    )
    await fc.assert(
      fc.asyncProperty(market, orders, async (tokens, order) => {
        const all = tokens.map((_, at) => at)
        const ordered = await orderTokens(toColumns(tokens), all, order, toListed(tokens))
        expect([...ordered].sort((left, right) => left - right)).toEqual(all)
        const sortValues = ordered.map(
          (at) => (order.startsWith('rarity') ? tokens[at]?.rank : tokens[at]?.price) ?? null,
        )
        if (order === 'name_asc') return
        const known = sortValues.filter((value) => value !== null)
        expect(sortValues.slice(0, known.length)).toEqual(known)
        const sign = order.endsWith('asc') ? 1 : -1
        for (let at = 1; at < known.length; at++) {
          expect(Number(known[at] ?? 0) * sign).toBeGreaterThanOrEqual(Number(known[at - 1] ?? 0) * sign)
        }
      }),
    )
  })

  it('order names as users count', async () => {
    const table = buildTraitColumns([2, 10, 9].map((index) => row(index, [])))
    const ordered = await orderTokens(table, [0, 1, 2], 'name_asc', NOTHING)
    const names = ordered.map((at) => table.names[at])
    expect(names).toEqual(['Ape #2', 'Ape #9', 'Ape #10'])
  })
})

/** Returns the number of steps and the result. */
function run<Result>(steps: Generator<undefined, Result>) {
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next()
    if (done === true) return { count, value }
  }
}

describe('a kind with any number of values, several of a token', () => {
  it.each([1, 4])('is matched, counted and ranked in steps, between which other calls are answered: %i', (several) => {
    const [tokens, perStep] = [120_000 / several, several === 1 ? 100_000 : 20_000]
    const builder = new TraitColumnsBuilder()
    for (let at = 0; at < tokens; at += 1) {
      const values = Array.from({ length: several }, (_, nth) => ({ trait_type: 'Number', value: `v${at}-${nth}` }))
      builder.add(row(at, values))
    }
    const table = builder.finish()
    const filter = { traits: [{ traitType: 'Number', any: ['v7-0', 'v9-0'], none: ['v9-0'] }] }
    const parts = Math.ceil(tokens / perStep)
    const counting = run(tallySteps(table, filter, NOTHING))
    // What is asked of the kind, and the kind itself; both of what is listed, too.
    expect(counting.count).toBe(2 * parts + 2)
    expect(counting.value.total).toBe(1)
    const ranking = run(presentTraits(counting.value))
    expect(ranking.count).toBeGreaterThanOrEqual(2 * Math.floor(120_000 / 20_000))
    expect(ranking.value.data).toMatchObject([{ trait_type: 'Number', valueCount: 120_000 }])
    const finding = run(pageOfValues(counting.value, 'Number', { part: 'v77-', start: 0, take: 9 }))
    expect(finding.count).toBeGreaterThanOrEqual(Math.floor(120_000 / 20_000))
    expect(finding.value.total).toBe(several)
  })
})

describe('a collection of many tokens and kinds of traits', () => {
  const [tokens, kinds] = [50_000, 12]
  const builder = new TraitColumnsBuilder()
  for (let at = 0; at < tokens; at += 1) {
    const traits = Array.from({ length: kinds }, (_, kind) => ({ trait_type: `Kind ${kind}`, value: `v${at % 7}` }))
    // Half of the kinds are those of a single token.
    builder.add(row(at, at === 0 ? traits : traits.slice(kinds / 2)))
  }
  const table = builder.finish()
  const listed = { ...NOTHING, prices: new Map([...table.ids.keys()].map((at) => [at, BigInt(at % 100)])) }
  const traits = table.columns.map(({ traitType }) => ({ traitType, any: [], none: ['none'] }))
  it.each([
    ['all tokens', { traits }],
    ['those for sale', { traits, listed: true }],
  ])('is matched and counted in steps, between which other calls are answered: %s', (_, filter) => {
    const found = atOnce(matchTokens(table, filter, listed))
    const matching = run(matchTokens(table, filter, listed))
    expect(matching.value).toEqual(found)
    expect(matching.count).toBeGreaterThanOrEqual(Math.floor(tokens / 20_000))
    const cheapest = run(matchCheapest(table, filter, listed))
    expect(cheapest.value).toHaveLength(found.length)
    expect(cheapest.count).toBeGreaterThanOrEqual(Math.floor(tokens / 20_000))
    const counting = run(tallySteps(table, filter, listed))
    expect(counting.value).toEqual(atOnce(tallySteps(table, filter, listed)))
    expect(counting.count).toBeGreaterThanOrEqual(kinds + traits.length)
  })

  it('takes as much memory as is counted, also for kinds that few tokens have', () => {
    const held = table.columns.reduce((sum, { first }) => sum + first.byteLength, 0)
    expect(held).toBe(kinds * tokens * 4)
    const plain = new TraitColumnsBuilder()
    for (let at = 0; at < tokens; at += 1) plain.add(row(at, []))
    expect(builder.bytes - plain.bytes).toBeGreaterThanOrEqual(held)
  })
})
