import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf, OTHER_TOKEN, TOKEN, YOU } from '../testing/trade-harness.tsx'
import type { ShownQuote } from './may-change-quote.ts'
import { collectionsOf, useLiveQuote } from './use-live-quote.ts'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Times at which a sale is quoted again while the best bid changes from one time to another, each 500 ms. */
function followsFlood(untilMs: number, calmMs = 0) {
  const startMs = performance.now()
  const times: number[] = []
  const quote: ShownQuote = {
    draft: { call: 'accept-bid', body: { items: [{ tokenDataId: TOKEN.tokenDataId }] } },
    answer: answerOf({}, { items: [itemOf()] }),
    walletAddress: YOU,
  }
  const dialog = renderHook(() =>
    useLiveQuote([TOKEN.collectionId], quote, () => times.push(Math.round(performance.now() - startMs))),
  )
  const change = () =>
    deliverLive({
      ...{ kind: 'bid_change', id: '1', collectionId: TOKEN.collectionId, version: '1', at: '1' },
      new: '2',
      old: '1',
    })
  for (let ms = 0; ms < untilMs; ms += 500) {
    change()
    vi.advanceTimersByTime(500)
  }
  vi.advanceTimersByTime(calmMs)
  change()
  vi.advanceTimersByTime(60_000)
  dialog.unmount()
  return times
}

// @feature trade.live-quote
describe('a quote that follows the market', () => {
  it('is asked for ever less often while changes come without end', () => {
    const times = followsFlood(5 * 60_000)
    expect(times.slice(0, 7)).toEqual([200, 3_200, 9_200, 21_200, 45_200, 93_200, 153_200])
  })

  it('follows immediately again after the changes have ended', () => {
    const [, ...rest] = followsFlood(60_000, 3 * 60_000)
    expect(rest.at(-1)).toBe(240_200)
  })

  it('shows the last of many changes', () => {
    const times = followsFlood(4_000)
    expect(times.at(-1)).toBeGreaterThan(4_000)
  })
})

// @feature trade.live-quote
it.each<[TradeRequest, readonly string[]]>([
  [{ kind: 'buy-cart', tokens: [TOKEN, { ...OTHER_TOKEN, collectionId: '0xc2' }] }, [TOKEN.collectionId, '0xc2']],
  [{ kind: 'token-bid', token: TOKEN }, [TOKEN.collectionId]],
  [
    {
      kind: 'cancel-bid',
      bids: ['0xc2', null].map((collectionId) => ({
        ...{ marketplace: 'own', offerId: '0x1', tokenBid: false, name: 'Stones', image: null },
        ...{ collectionName: 'Stones', collectionId, price: '1' },
      })),
    },
    ['0xc2'],
  ],
])('follows the collections of a request, case %#', (request, expected) => {
  expect(collectionsOf(request)).toEqual(expected)
})
