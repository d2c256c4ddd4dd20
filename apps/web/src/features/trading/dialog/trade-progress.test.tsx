import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { type MoneyFlow, SPLIT_HEIGHTS } from '../money/money-split-list.tsx'
import { INITIAL_TRADE_STATE, type TradeState } from '../quote/trade-state.ts'
import { answerOf } from '../testing/testing-answer.ts'
import { TradeProgress } from './trade-progress.tsx'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

// @feature outage.slow
it('says of a quote that takes longer than eight seconds that it is still on its way', () => {
  renderSite(
    <TradeProgress
      state={{ ...INITIAL_TRADE_STATE, step: 'quoting' }}
      flow="buy"
      earlierHashes={[]}
      unavailableId="unavailable"
      onRetry={() => undefined}
    >
      {null}
    </TradeProgress>,
    {},
  )
  const waiting = screen.getByRole('status', { name: 'Getting your quote' })
  act(() => vi.advanceTimersByTime(7_999))
  expect(waiting.textContent).toBe('')
  act(() => vi.advanceTimersByTime(1))
  expect(waiting.textContent).toBe('Getting your quote takes longer than usual. Nothing was moved.')
})

it('reserves the space of the amounts that are loading: many for a purchase, few where only gas is paid', () => {
  const roomOf = (flow: MoneyFlow) => {
    const { container } = renderSite(
      <TradeProgress
        state={INITIAL_TRADE_STATE}
        flow={flow}
        earlierHashes={[]}
        unavailableId="unavailable"
        onRetry={() => undefined}
      >
        {null}
      </TradeProgress>,
      {},
    )
    const height = container.querySelector<HTMLElement>('[data-placeholder]')?.style.height
    cleanup()
    return height
  }
  for (const flow of ['buy', 'sell', 'list', 'none'] as const) expect(roomOf(flow)).toBe(`${SPLIT_HEIGHTS[flow]}px`)
  expect(SPLIT_HEIGHTS.buy).toBeGreaterThan(SPLIT_HEIGHTS.none + 100)
})

// @feature list.own-bid
it.each(['ready', 'checking', 'asking-wallet'] as const)(
  'says what is to be read before signing, once there is a quote: %s',
  (step) => {
    const sentence = 'You’re bidding more for this item than you ask for it.'
    const show = (warning?: { readonly code: string; readonly sentence: string }) => {
      const answer = answerOf({}, warning === undefined ? {} : { warning })
      const state: TradeState = step === 'ready' ? { step, answer, note: null } : { step, answer }
      renderSite(
        <TradeProgress
          state={state}
          flow="bid"
          earlierHashes={[]}
          unavailableId="unavailable"
          onRetry={() => undefined}
        >
          <p>The amounts</p>
        </TradeProgress>,
        {},
      )
      const isSaid = screen.queryByText(sentence) !== null
      screen.getByText('The amounts')
      cleanup()
      return isSaid
    }
    expect([show({ code: 'own-bid', sentence }), show()]).toEqual([true, false])
  },
)
