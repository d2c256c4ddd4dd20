import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { LiveMessage } from '@opal/contract/live'
import type { TradeItem } from '@opal/contract/trading/trade'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayChangeSweep } from './may-change-sweep.ts'

interface Listed {
  readonly token: number
  readonly price: bigint
  /** Whether it has the trait that the sweep may be filtered by. */
  readonly fits: boolean
}

/** The cheapest tokens of a book, as a sweep of all that one transaction carries is quoted. */
function quoteOf(book: readonly Listed[], isFiltered = false) {
  const fitting = book.filter(({ fits }) => fits || !isFiltered)
  const cheapest = fitting.toSorted((one, other) => Number(one.price - other.price)).slice(0, MAX_TRADE_ITEMS)
  let total = 0n
  const curve = cheapest.map(({ price }, at) => {
    total += price
    return { count: at + 1, costOctas: String(total) }
  })
  return { curve, items: cheapest.map(({ token }) => ({ tokenDataId: `0x${token}` }) as TradeItem) }
}

const BASE = { id: '1', collectionId: '0x1', version: '1', at: '1' }

function activity(kind: Activity['kind'], { token, price }: Omit<Listed, 'fits'>): LiveMessage {
  const made = { kind, tokenDataId: `0x${token}`, price: String(price) } as Activity
  return { kind: 'activity', ...BASE, activity: made }
}

const token = fc.nat(60)
const price = fc.bigInt(1n, 100n)
const listed = fc.record({ token, price, fits: fc.boolean() })
const books = fc.uniqueArray(listed, { selector: (one) => one.token, maxLength: 50 })

/** Activities, and what changes without one: a price falls, a listing ends, an item is described or ranked otherwise. */
const changes = fc.constantFrom(
  ...([
    'list',
    'reprice',
    'delist',
    'sale',
    'accept-token-bid',
    'burn',
    'transfer',
    'fall',
    'expire',
    'describe',
  ] as const),
)
const ENDS: ReadonlySet<string> = new Set(['delist', 'sale', 'accept-token-bid', 'burn', 'transfer', 'expire'])

function messageOf(kind: typeof changes extends fc.Arbitrary<infer One> ? One : never, changed: Listed): LiveMessage {
  if (kind === 'describe') return { kind: 'tokens_change', ...BASE }
  if (kind === 'fall' || kind === 'expire') return { kind: 'listings_change', ...BASE }
  return activity(kind, changed)
}

describe('a message about a sweep', () => {
  // @feature buy.sweep-live
  it('has it quoted again wherever the quote is another one for it, with a filter and without', () => {
    fc.assert(
      fc.property(books, changes, listed, fc.boolean(), (book, kind, changed, isFiltered) => {
        const known = book.find((one) => one.token === changed.token)
        if (kind !== 'list' && known === undefined) return
        const others = book.filter((one) => one !== known)
        const now = {
          ...changed,
          ...(kind === 'describe' ? { price: known?.price ?? 1n } : { fits: known?.fits ?? changed.fits }),
        }
        const after = ENDS.has(kind) ? others : [...others, now]
        const [before, next] = [quoteOf(book, isFiltered), quoteOf(after, isFiltered)]
        const isOther = JSON.stringify(before.curve) !== JSON.stringify(next.curve)
        if (isOther) expect(mayChangeSweep(messageOf(kind, changed), before), kind).toBe(true)
      }),
      { numRuns: runs(300) },
    )
  })

  it('changes it where the floor has moved, time has changed listings, or items are described or ranked otherwise', () => {
    const quote = quoteOf([{ token: 1, price: 10n, fits: true }])
    const changed = { ...BASE, old: '1', new: '2' }
    expect(mayChangeSweep({ kind: 'listings_change', ...BASE }, quote)).toBe(true)
    expect(mayChangeSweep({ kind: 'tokens_change', ...BASE }, quote)).toBe(true)
    expect(mayChangeSweep({ kind: 'floor_change', ...changed }, quote)).toBe(true)
    for (const kind of ['bid_change', 'volume_change'] as const)
      expect(mayChangeSweep({ kind, ...changed }, quote)).toBe(false)
    for (const kind of ['claims_change', 'pool_change'] as const)
      expect(mayChangeSweep({ kind, ...BASE, wallet: '0x2' }, quote)).toBe(false)
  })

  it('leaves it alone where it is about a bid, or about a listing that is dearer than all of many', () => {
    const full = quoteOf(
      Array.from({ length: MAX_TRADE_ITEMS + 5 }, (_, at) => ({ token: at, price: 10n, fits: true })),
    )
    for (const kind of [...KINDS_OF_TYPE.bid, 'mint'] as const)
      expect(mayChangeSweep(activity(kind, { token: 1, price: 1n }), full)).toBe(false)
    for (const kind of ['list', 'reprice', 'delist', 'sale', 'transfer'] as const)
      expect(mayChangeSweep(activity(kind, { token: 99, price: 10n }), full), kind).toBe(false)
  })
})
