import { TOKEN_SORTS } from '@opal/contract/constants/sorts'
import { compareTokens } from '@opal/contract/tokens/token-order'
import { collectGarbage } from '@opal/domain/testing/collect-garbage'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderTokens, type SortValues } from './order-tokens.ts'
import { buildTraitColumns } from './testing/build-trait-columns.ts'
import { ID_BYTES, type TraitColumns, TraitColumnsBuilder } from './trait-columns.ts'

const token = fc.record({
  name: fc.constantFrom('', 'Ape #9', 'Ape #10', 'é', '\uffee', '𝒳', '𝒳𝒴', 'ab', '\ue000x', '𝒳x', 'zz').map(String),
  rank: fc.option(fc.integer({ min: 1, max: 9 })),
  price: fc.option(fc.bigInt({ min: 1n, max: 5n })),
  placedAt: fc.bigInt({ min: 1n, max: 5n }),
  soldAt: fc.bigInt({ min: 0n, max: 5n }),
})
type Token = typeof token extends fc.Arbitrary<infer Made> ? Made : never

const tableOf = (tokens: readonly Token[]): TraitColumns =>
  buildTraitColumns(
    tokens.map(({ name, rank }, at) => ({
      tokenDataId: `0x${at.toString(16).padStart(64, '0')}`,
      name,
      rank,
      attributes: [],
      properties: null,
    })),
  )
const valuesOf = (tokens: readonly Token[]): SortValues => ({
  prices: new Map(tokens.flatMap(({ price }, at) => (price === null ? [] : [[at, price]]))),
  placedAt: new Map(tokens.flatMap(({ price, placedAt }, at) => (price === null ? [] : [[at, placedAt]]))),
  soldAt: new Map(
    tokens
      .flatMap(({ soldAt }, at): readonly (readonly [number, bigint])[] => (soldAt === 0n ? [] : [[at, soldAt]]))
      .sort(([one, at], [other, then]) => Number(then - at) || other - one),
  ),
})

/** Tokens in the order of the contract, each compared with the others. */
function inOrderOfContract(
  table: TraitColumns,
  asked: readonly number[],
  order: (typeof TOKEN_SORTS)[number],
  values: SortValues,
): readonly number[] {
  const compare = compareTokens(order)
  return asked
    .map((at) => ({
      at,
      tokenDataId: table.ids[at] ?? '',
      name: table.names[at] ?? '',
      rarity: table.ranks[at] || null,
      listedPrice: values.prices.get(at)?.toString() ?? null,
      listedAtMicros: values.placedAt.get(at)?.toString() ?? null,
      lastSaleAtMicros: values.soldAt.get(at)?.toString() ?? null,
    }))
    .sort(compare)
    .map(({ at }) => at)
}

// Up to 5,000 tokens are sorted by themselves.
it.each([
  ['few', { times: 1, minLength: 1, numRuns: 200 }],
  ['many', { times: 700, minLength: 10, numRuns: 5 }],
] as const)('%s tokens are in the order that the contract names', async (size, { times, minLength, numRuns }) => {
  const some = fc.array(token, { minLength, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(some, fc.integer({ min: 1, max: 3 }), fc.nat(20), async (made, every, skipped) => {
      const tokens = Array.from({ length: times }, () => made).flat()
      const [table, values] = [tableOf(tokens), valuesOf(tokens)]
      const isAsked = (at: number) => (size === 'few' ? at % every === 0 : at % 21 !== skipped)
      const asked = [...tokens.keys()].filter(isAsked)
      expect(asked.length > 5_000).toBe(size === 'many')
      for (const order of TOKEN_SORTS)
        expect(await orderTokens(table, asked, order, values), order).toEqual(
          inOrderOfContract(table, asked, order, values),
        )
    }),
    { numRuns },
  )
})

/** Many tokens, and how often something was read of what they are sorted by. */
function countedTokens() {
  const tokens = Array.from({ length: 20_000 }, (_, at) => ({
    name: `Ape #${at % 977}`,
    rank: 1 + (at % 313),
    price: BigInt(at % 101),
    placedAt: BigInt(at % 89),
    soldAt: BigInt((at * 7_919) % 83),
  }))
  const [table, values] = [tableOf(tokens), valuesOf(tokens)]
  const counts = { reads: 0 }
  const counting = <Of extends object>(of: Of): Of =>
    new Proxy(of, {
      get(target, name) {
        counts.reads += 1
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const { prices, placedAt, soldAt } = values
  return {
    counts,
    all: [...tokens.keys()],
    table: { ...table, names: counting([...table.names]), ranks: counting(table.ranks) },
    values: { prices: counting(prices), placedAt: counting(placedAt), soldAt: counting(soldAt) },
  }
}

it('many tokens are sorted once for each order, however many pages are read under whatever filter', async () => {
  for (const order of TOKEN_SORTS) {
    const { counts, all, table, values } = countedTokens()
    await orderTokens(table, all, order, values)
    counts.reads = 0
    for (const part of [2, 3]) {
      const asked = all.filter((at) => at % part === 0)
      expect(await orderTokens(table, asked, order, values)).toHaveLength(asked.length)
    }
    expect(counts.reads, order).toBe(0)
  }
})

it('many tokens are sorted once for all who ask while they are', async () => {
  for (const order of TOKEN_SORTS) {
    const { counts, all, table, values } = countedTokens()
    await orderTokens(table, all, order, values)
    const ofOne = counts.reads
    const again = countedTokens()
    await Promise.all(Array.from({ length: 5 }, () => orderTokens(again.table, all, order, again.values)))
    expect(again.counts.reads, order).toBe(ofOne)
  }
})

it.each(['name_asc', 'rarity_asc', 'rarity_desc'] as const)(
  'many tokens are sorted in steps, between which other calls are answered: %s',
  async (order) => {
    const count = 100_000
    const builder = new TraitColumnsBuilder()
    for (let at = 0; at < count; at += 1)
      builder.add({
        tokenDataId: `0x${at}`,
        name: `Ape #${(at * 7_919) % 104_729}`,
        rank: 1 + ((at * 7_919) % 104_729),
        attributes: [],
        properties: null,
      })
    const table = builder.finish()
    let [isSorted, turns] = [false, 0]
    const others = (async () => {
      for (; !isSorted; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    })()
    const nothing = { prices: new Map(), placedAt: new Map(), soldAt: new Map() }
    const ordered = await orderTokens(table, [...table.ids.keys()], order, nothing)
    isSorted = true
    await others
    expect(new Set(ordered).size).toBe(count)
    expect(turns).toBeGreaterThan(60)
  },
)

it('cached orders take no more memory than the columns count', async () => {
  const count = 50_000
  const builder = new TraitColumnsBuilder()
  const asked = Array.from({ length: count }, (_, at) => at)
  for (const at of asked)
    builder.add({ tokenDataId: `0x${at}`, name: '', rank: (at % 7) + 1, attributes: [], properties: null })
  const table = builder.finish()
  const prices = new Map(asked.map((at) => [at, BigInt(at % 11)]))
  const values = { prices, placedAt: new Map(prices), soldAt: new Map(prices) }
  const before = await bytesOfBuffers()
  for (const order of TOKEN_SORTS) expect(await orderTokens(table, asked, order, values)).toHaveLength(count)
  const used = (await bytesOfBuffers()) - before
  expect(used).toBeGreaterThan(count * 4)
  expect(used).toBeLessThanOrEqual(builder.bytes - count * ID_BYTES)
  // The orders live as long as the columns.
  expect(await orderTokens(table, asked, 'price_asc', values)).toHaveLength(count)
})

/** Returns the bytes of all buffers that are in use. */
async function bytesOfBuffers(): Promise<number> {
  await collectGarbage()
  return process.memoryUsage().arrayBuffers
}
