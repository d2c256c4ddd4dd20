import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testingItem } from '../../../testing/testing-item.ts'
import { type MergedPage, mergeItems, nextList, type WalletCursor, type WalletItem } from './merge-items.ts'

const WALLETS = ['0xa', '0xb', '0xc']

/** Serves the lists of some wallets, sorted by value, page by page. @param size of the next page, which may be empty */
function pageOf(
  lists: ReadonlyMap<string, readonly WalletItem[]>,
  asked: readonly WalletCursor[],
  size: () => number,
): MergedPage {
  const parts = asked.map(({ wallet, cursor }) => {
    const [all, start] = [lists.get(wallet) ?? [], Number(cursor ?? 0)]
    const end = start + size()
    return { data: all.slice(start, end), end: { wallet, cursor: end < all.length ? String(end) : null } }
  })
  return { data: parts.flatMap(({ data }) => data), ends: parts.map(({ end }) => end) }
}

// @feature portfolio.wallets-merged
it('shows the items of all wallets by value, none before one that is more valuable, and in the end all', () => {
  const value = fc.option(fc.nat(5))
  const lengths = fc.array(fc.nat(2))
  fc.assert(
    fc.property(fc.tuple(fc.array(value), fc.array(value), fc.array(value)), lengths, (values, drawn) => {
      const left = [...drawn]
      const size = () => left.shift() ?? 2
      const lists = new Map(
        WALLETS.map((wallet, at) => [
          wallet,
          (values[at] ?? [])
            .toSorted((a, b) => (b ?? -1) - (a ?? -1))
            .map((each, index) => ({
              wallet,
              token: testingItem(`0x${index}`, { estimatedPrice: each === null ? null : String(each) }),
            })),
        ]),
      )
      const all = values.flat().toSorted((a, b) => (b ?? -1) - (a ?? -1))
      const pages = [
        pageOf(
          lists,
          WALLETS.map((wallet) => ({ wallet, cursor: null })),
          size,
        ),
      ]
      for (;;) {
        const shown = mergeItems(pages).map(({ token }) =>
          token.estimatedPrice === null ? null : Number(token.estimatedPrice),
        )
        expect(shown).toEqual(all.slice(0, shown.length))
        const next = nextList(pages)
        if (next === null) break
        pages.push(pageOf(lists, [next], size))
      }
      expect(mergeItems(pages)).toHaveLength(all.length)
    }),
  )
})
