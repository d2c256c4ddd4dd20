import type { Activity } from '@opal/contract/activities'
import { KINDS_OF_TYPE } from '@opal/contract/constants/activity-kinds'
import { MAX_TRADE_ITEMS } from '@opal/contract/constants/trade-limits'
import type { LiveMessage } from '@opal/contract/live'
import type { TradeItem } from '@opal/contract/trading/trade'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayChangeSweep } from './may-change-sweep.ts'

interface Listed {
  readonly token: number
  readonly price: bigint
}

/** The cheapest tokens of a book, as a sweep of all that one transaction carries is quoted. */
function quoteOf(book: readonly Listed[]) {
  const cheapest = book.toSorted((one, other) => Number(one.price - other.price)).slice(0, MAX_TRADE_ITEMS)
  let total = 0n
  const curve = cheapest.map(({ price }, at) => {
    total += price
    return { count: at + 1, costOctas: String(total) }
  })
  return { curve, items: cheapest.map(({ token }) => ({ tokenDataId: `0x${token}` }) as TradeItem) }
}

function activity(kind: Activity['kind'], { token, price }: Listed): LiveMessage {
  const made = { kind, tokenDataId: `0x${token}`, price: String(price) } as Activity
  return { kind: 'activity', id: '1', version: '1', at: '1', collectionId: '0x1', activity: made }
}

const token = fc.nat(60)
const price = fc.bigInt(1n, 100n)
const books = fc.uniqueArray(fc.record({ token, price }), { selector: (one) => one.token, maxLength: 50 })

describe('a message about a sweep', () => {
  // @feature buy.sweep-live
  it('has it quoted again wherever the quote is another one for it', () => {
    const changes = fc.constantFrom('list', 'reprice', 'delist', 'sale', 'accept-token-bid', 'burn', 'transfer')
    fc.assert(
      fc.property(books, changes, fc.record({ token, price }), (book, kind, changed) => {
        const others = book.filter((one) => one.token !== changed.token)
        const after = kind === 'list' || kind === 'reprice' ? [...others, changed] : others
        const [before, now] = [quoteOf(book), quoteOf(after)]
        const isOther = JSON.stringify(before.curve) !== JSON.stringify(now.curve)
        if (isOther) expect(mayChangeSweep(activity(kind as Activity['kind'], changed), before)).toBe(true)
      }),
    )
  })

  it('changes it where the floor has moved, or time has changed listings', () => {
    const base = { id: '1', collectionId: '0x1', version: '1', at: '1' }
    const quote = quoteOf([{ token: 1, price: 10n }])
    expect(mayChangeSweep({ kind: 'listings_change', ...base }, quote)).toBe(true)
    expect(mayChangeSweep({ kind: 'floor_change', ...base, old: '1', new: '2' }, quote)).toBe(true)
    expect(mayChangeSweep({ kind: 'bid_change', ...base, old: '1', new: '2' }, quote)).toBe(false)
  })

  it('leaves it alone where it is about a bid, or about a listing that is dearer than all of many', () => {
    const full = quoteOf(Array.from({ length: MAX_TRADE_ITEMS + 5 }, (_, at) => ({ token: at, price: 10n })))
    for (const kind of [...KINDS_OF_TYPE.bid, 'mint'] as const)
      expect(mayChangeSweep(activity(kind, { token: 1, price: 1n }), full)).toBe(false)
    for (const kind of ['list', 'reprice', 'delist', 'sale', 'transfer'] as const)
      expect(mayChangeSweep(activity(kind, { token: 99, price: 10n }), full), kind).toBe(false)
  })
})
