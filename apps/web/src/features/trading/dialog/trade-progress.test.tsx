import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { INITIAL_TRADE_STATE } from '../quote/trade-state.ts'
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
