import fc from 'fast-check'
import { expect, it } from 'vitest'
import { askLevels } from './ask-levels.ts'

const YOU = '0xa'

// @feature book.asks
it('sums up the listings of a price, and all that are cheaper', () => {
  const of = (price: bigint, seller = '0xb') => ({ price, seller })
  const levels = askLevels([of(10n), of(10n, YOU), of(12n), of(20n)], YOU)
  expect(
    levels.map(({ price, size, own, depth, depthPrice, swept, sweptPrice, share }) => [
      price,
      size,
      own,
      depth,
      depthPrice,
      swept,
      sweptPrice,
      share,
    ]),
  ).toEqual([
    ['10', 2, 1, 2, 20n, 1, 10n, 0.5],
    ['12', 1, 0, 3, 32n, 2, 22n, 0.75],
    ['20', 1, 0, 4, 52n, 3, 42n, 1],
  ])
  expect(askLevels([], YOU)).toEqual([])
})

// @feature book.asks
it('has every listing in one level, dearer from level to level', () => {
  const asks = fc
    .array(fc.record({ price: fc.bigInt(1n, 20n), seller: fc.constantFrom(YOU, '0xb', null) }), { maxLength: 80 })
    .map((all) => all.toSorted((a, b) => Number(a.price - b.price)))
  fc.assert(
    fc.property(asks, (rows) => {
      const levels = askLevels(rows, YOU)
      expect(levels.reduce((sum, { size }) => sum + size, 0)).toBe(rows.length)
      expect(levels.reduce((sum, { own }) => sum + own, 0)).toBe(rows.filter(({ seller }) => seller === YOU).length)
      expect(new Set(levels.map(({ id }) => id)).size).toBe(levels.length)
      const last = levels.at(-1)
      if (last === undefined) return
      expect([last.depth, last.depthPrice, last.share]).toEqual([
        rows.length,
        rows.reduce((sum, { price }) => sum + price, 0n),
        1,
      ])
      const bought = rows.filter(({ seller }) => seller !== YOU).slice(0, 30)
      expect([last.swept, last.sweptPrice]).toEqual([bought.length, bought.reduce((sum, { price }) => sum + price, 0n)])
    }),
  )
})
