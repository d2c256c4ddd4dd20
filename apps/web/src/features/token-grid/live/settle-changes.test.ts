import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testingToken } from '../../../testing/testing-token.ts'
import type { ItemsPage } from '../items-query.ts'
import { settleChanges } from './settle-changes.ts'

const price = fc.option(fc.bigInt({ min: 1n, max: 9n }).map(Number))
const listed = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 12 })
const change = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.option(price))

function pagesOf(ids: readonly number[]): readonly ItemsPage[] {
  const empty = { pages: [{ data: [], nextCursor: null, total: 0 }], pending: new Map() }
  const tokens = ids.map((id) => testingToken(id, (id % 9) + 1))
  return settleChanges(empty.pages, new Map(tokens.map((one) => [one.tokenDataId, one])), 'price_asc', false).pages
}

const changesOf = (made: readonly [number, number | null | null][]) =>
  new Map(
    made.map(([id, to]) => [testingToken(id, null).tokenDataId, to === null ? null : testingToken(id, to)] as const),
  )
const idsOf = (pages: readonly ItemsPage[]) => pages.flatMap((page) => page.data.map((row) => row.tokenDataId))

// @feature items.live-still
it('moves no row while changes are held back', () => {
  fc.assert(
    fc.property(listed, fc.array(change, { maxLength: 8 }), (ids, made) => {
      const pages = pagesOf(ids)
      expect(idsOf(settleChanges(pages, changesOf(made), 'price_asc', true).pages)).toEqual(idsOf(pages))
    }),
  )
})

// @feature items.live-insert, items.live-remove
it('has the same result whether changes were held back or not', () => {
  fc.assert(
    fc.property(listed, fc.array(change, { maxLength: 8 }), (ids, made) => {
      const pages = pagesOf(ids)
      const changes = changesOf(made)
      const { pages: settled, pending } = settleChanges(pages, changes, 'price_asc', true)
      const late = settleChanges(settled, pending, 'price_asc', false).pages
      const atOnce = settleChanges(pages, changes, 'price_asc', false).pages
      expect(late).toEqual(atOnce)
    }),
  )
})

// @feature items.live-insert
it('inserts a new listing by its price', () => {
  const token = (id: number, octas: number | null) => testingToken(id, octas)
  const pages = [{ data: [token(1, 2), token(2, 5), token(3, 5), token(4, null)], nextCursor: null, total: 4 }]
  const changes = new Map([[token(9, 5).tokenDataId, token(9, 5)]])
  const [page] = settleChanges(pages, changes, 'price_asc', false).pages
  const prices = page?.data.map(({ listedPrice }) => listedPrice)
  expect(prices).toEqual(prices?.toSorted((a, b) => (a === null ? 1 : b === null ? -1 : Number(a) - Number(b))))
  expect(page?.data.map(({ tokenDataId }) => tokenDataId)).toContain(token(9, 5).tokenDataId)
})
