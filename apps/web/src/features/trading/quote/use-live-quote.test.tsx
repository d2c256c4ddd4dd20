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

/** Times at which a sale is quoted again while the best bid changes from one time to another, every so many milliseconds. */
async function followsFlood(everyMs: number, untilMs: number, calmMs = 0) {
  const startMs = performance.now()
  const times: number[] = []
  const quote: ShownQuote = {
    draft: { call: 'accept-bid', body: { items: [{ tokenDataId: TOKEN.tokenDataId }] } },
    answer: answerOf({}, { items: [itemOf()] }),
    walletAddress: YOU,
  }
  const dialog = renderHook(() =>
    useLiveQuote([TOKEN.collectionId], quote, async () => {
      times.push(Math.round(performance.now() - startMs))
    }),
  )
  const change = () =>
    deliverLive({
      kind: 'bid_change',
      id: '1',
      collectionId: TOKEN.collectionId,
      version: '1',
      at: '1',
      new: '2',
      old: '1',
    })
  for (let ms = 0; ms < untilMs; ms += everyMs) {
    change()
    await vi.advanceTimersByTimeAsync(everyMs)
  }
  await vi.advanceTimersByTimeAsync(calmMs)
  change()
  await vi.advanceTimersByTimeAsync(60_000)
  dialog.unmount()
  return times
}

// @feature trade.live-quote
describe('a quote that follows the market', () => {
  it.each([
    [4_000, 4_000],
    [1_000, 30_000],
    [500, 30_000],
    [20, 30_000],
  ])('is asked for ever less often while changes come without end: every %i ms', async (everyMs, pauseMs) => {
    const times = await followsFlood(everyMs, 4 * 60_000)
    const gaps = times.slice(1).map((ms, at) => ms - (times[at] ?? 0))
    expect(gaps[0]).toBeLessThanOrEqual(4_000)
    expect(Math.max(...gaps)).toBeGreaterThanOrEqual(pauseMs)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(pauseMs + everyMs + 100)
    expect(times.length).toBeLessThan((4 * 60_000) / pauseMs + 6)
  })

  it('follows immediately again after the changes have ended', async () => {
    const [, ...rest] = await followsFlood(500, 60_000, 3 * 60_000)
    expect(rest.at(-1)).toBe(240_100)
  })

  it('shows the last of many changes', async () => {
    const times = await followsFlood(500, 4_000)
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
        marketplace: 'own',
        offerId: '0x1',
        tokenBid: false,
        name: 'Stones',
        image: null,
        collectionName: 'Stones',
        collectionId,
        price: '1',
      })),
    },
    ['0xc2'],
  ],
])('follows the collections of a request, case %#', (request, expected) => {
  expect(collectionsOf(request)).toEqual(expected)
})
