import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { type LiveStatus, liveStatus } from '../../../shared/realtime/live-bus.ts'
import { LedgerState } from './ledger-state.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  liveStatus.set(liveStatus.initial)
})

function said(status: Partial<LiveStatus>): string | null {
  liveStatus.set({ ...liveStatus.initial, version: '19844', ...status })
  const { container, unmount } = render(<LedgerState />)
  const text = container.textContent
  unmount()
  return text
}

// @feature shell.footer-live
it('shows the ledger as up to date only while its state is known', () => {
  expect(said({ state: 'live', behindSeconds: 0 })).toBe('Ledger 19,844, up to date')
  expect(said({ state: 'live', behindSeconds: 40 })).toBe('Ledger 19,844, 40 s behind')
  expect(said({ state: 'live', behindSeconds: null })).toBe('Ledger 19,844')
  expect(said({ state: 'reconnecting', behindSeconds: 0 })).toBe('Ledger 19,844, last known')
  expect(said({ version: null })).toBe('')
})
