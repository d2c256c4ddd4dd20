import type { Token } from '@opal/contract/tokens'
import { compareTokens } from '@opal/contract/tokens/token-order'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testingToken as token } from '../../../testing/testing-token.ts'
import type { ItemsPage } from '../items-query.ts'
import { placeToken } from './place-token.ts'

function page(rows: readonly Token[], nextCursor: string | null = null, total = rows.length): ItemsPage {
  return { data: rows, nextCursor, total }
}

const names = (pages: readonly ItemsPage[]) => pages.flatMap((one) => one.data.map((row) => row.name))

describe('placeToken', () => {
  it('inserts a new listing in price order', () => {
    const pages = placeToken([page([token(1, 10), token(2, 30)])], token(3, 20).tokenDataId, token(3, 20), 'price_asc')
    expect(names(pages)).toEqual(['Stone #1', 'Stone #3', 'Stone #2'])
    expect(pages[0]?.total).toBe(3)
  })

  it('moves a delisted token behind every listed one', () => {
    const pages = placeToken(
      [page([token(1, 10), token(2, 30)])],
      token(1, null).tokenDataId,
      token(1, null),
      'price_desc',
    )
    expect(names(pages)).toEqual(['Stone #2', 'Stone #1'])
    expect(pages[0]?.total).toBe(2)
  })

  it('removes a token that the filters exclude', () => {
    const pages = placeToken([page([token(1, 10), token(2, 30)])], token(1, null).tokenDataId, null, 'price_asc')
    expect(names(pages)).toEqual(['Stone #2'])
    expect(pages[0]?.total).toBe(1)
  })

  it('skips a token beyond the last loaded row: the next page may count it already', () => {
    const pages = placeToken([page([token(1, 10)], 'more', 9)], token(2, 99).tokenDataId, token(2, 99), 'price_asc')
    expect(names(pages)).toEqual(['Stone #1'])
    expect(pages[0]?.total).toBe(9)
  })

  it('leaves a token that belongs before the loaded rows to the pages before, whatever its price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(100), (price, skipped) => {
        const loaded = [{ ...page([token(1, 10), token(2, 30)], 'more', 500), skipped }]
        const placed = placeToken(loaded, token(3, price).tokenDataId, token(3, price), 'price_asc')
        const isBefore = skipped > 0 && price < 10
        const isBehind = price >= 30
        expect(names(placed).includes('Stone #3')).toBe(!isBefore && !isBehind)
        expect(placed[0]?.total).toBe(500)
      }),
    )
  })

  it('counts the rows before the loaded ones where the end is loaded', () => {
    const loaded = [{ ...page([token(1, 10), token(2, 30)]), skipped: 40 }]
    expect(placeToken(loaded, token(1, 10).tokenDataId, null, 'price_asc')[0]?.total).toBe(41)
  })

  it('keeps every list sorted and free of duplicates, whatever arrives', () => {
    const price = fc.option(fc.integer({ min: 1, max: 20 }))
    const event = fc.record({ id: fc.integer({ min: 1, max: 12 }), price, shown: fc.boolean() })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60, size: 'max' }), (events) => {
        let pages: readonly ItemsPage[] = [page([])]
        const expected = new Map<string, Token>()
        for (const { id, price: at, shown } of events) {
          const row = token(id, at)
          pages = placeToken(pages, row.tokenDataId, shown ? row : null, 'price_asc')
          if (shown) expected.set(row.tokenDataId, row)
          else expected.delete(row.tokenDataId)
        }
        const sorted = [...expected.values()].toSorted(compareTokens('price_asc'))
        expect(names(pages)).toEqual(sorted.map((row) => row.name))
        expect(pages[0]?.total).toBe(sorted.length)
      }),
    )
  })
})
