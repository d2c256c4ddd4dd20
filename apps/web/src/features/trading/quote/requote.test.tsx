import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { liveStatus } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { COLLECTION } from '../testing/every-request.ts'
import { detailOf, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { BUY, PATIENT, press, resetTradeHarness, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('a quote that failed', () => {
  // @feature trade.requote
  it('compares again what could not be compared, together with a quote that is refreshed', async () => {
    let isDown = true
    const unlessDown = (answer: unknown) => () => (isDown ? '<!doctype html>' : answer)
    openTradeDialog(
      { kind: 'buy', tokens: [TOKEN] },
      {
        answers: {
          [BUY]: unlessDown(quoteOf()),
          [`/api/collection/nfts/${TOKEN.tokenDataId}`]: unlessDown(detailOf()),
          [`/api/collection/${TOKEN.collectionId}`]: unlessDown(testingCollection(TOKEN.collectionId)),
        },
      },
    )
    await says('The server gave an unreadable answer. Nothing was moved.')
    await says('Couldn’t compare the price with the market.')
    await says('Couldn’t check this name against better-known collections.')
    isDown = false
    await press('Refresh quote')
    await says('Own Market fee 1.5%')
    await waitFor(() => expect(screen.queryByText(/^Couldn’t/)).toBeNull())
  })

  // @feature trade.requote
  it('compares the price of a bid on a collection again as well', async () => {
    let isDown = true
    const unlessDown = (answer: unknown) => () => (isDown ? '<!doctype html>' : answer)
    openTradeDialog(
      { kind: 'collection-bid', collection: COLLECTION, price: '50000000' },
      {
        answers: {
          '/api/collection/bid': unlessDown(quoteOf()),
          [`/api/collection/${TOKEN.collectionId}`]: unlessDown(testingCollection(TOKEN.collectionId)),
        },
      },
    )
    await says('Couldn’t compare the price with the market.')
    await says('Couldn’t check this name against better-known collections.')
    isDown = false
    await press('Refresh quote')
    await says('Total with gas')
    await waitFor(() => expect(screen.queryByText(/^Couldn’t/)).toBeNull())
  })

  // @feature trade.requote
  it.each([
    ['the browser is online', 'unreachable', true],
    ['the live messages are back', 'unreachable', true],
    ['the browser is online', 'refused', false],
    ['the live messages are back', 'refused', false],
  ] as const)('asks again once %s for a quote that found the server %s: %s', async (event, failure, isAskedAgain) => {
    const live = liveStatus.get()
    onTestFinished(() => liveStatus.set(live))
    liveStatus.set({ ...live, state: 'reconnecting' })
    let isDown = true
    const quote = vi.fn(() => {
      if (!isDown) return quoteOf()
      throw failure === 'refused' ? new ApiFailure(500, 'Out of order.') : new TypeError('Failed to fetch')
    })
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: quote } })
    await screen.findByRole('button', { name: 'Refresh quote' }, PATIENT)
    isDown = false
    const asked = quote.mock.calls.length
    act(() => {
      if (event === 'the browser is online') window.dispatchEvent(new Event('online'))
      else liveStatus.set({ ...live, state: 'live' })
    })
    if (isAskedAgain) await says('Own Market fee 1.5%')
    else await act(async () => {})
    // Messages that follow change nothing.
    act(() => liveStatus.set({ ...live, state: 'live', version: '8' }))
    act(() => liveStatus.set({ ...live, state: 'live', version: '9' }))
    expect(quote.mock.calls.length - asked).toBe(isAskedAgain ? 1 : 0)
  })
})
