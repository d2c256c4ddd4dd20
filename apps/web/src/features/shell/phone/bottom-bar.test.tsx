import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { liveStatus } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { BottomBar } from './bottom-bar.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  liveStatus.set(liveStatus.initial)
})

// @feature shell.phone-live
it('shows a lost connection on the menu button, and only that, until it is back', () => {
  renderSite(<BottomBar live={null} />, {})
  const set = (state: 'connecting' | 'live' | 'reconnecting' | 'paused') =>
    act(() => liveStatus.set((before) => ({ ...before, state })))
  const status = screen.getByRole('status')
  for (const state of ['connecting', 'live', 'reconnecting', 'paused', 'reconnecting', 'live'] as const) {
    set(state)
    const isCut = state === 'reconnecting'
    screen.getByRole('button', { name: isCut ? 'Menu, connection lost' : 'Menu' })
    expect(status.textContent).toBe(isCut ? 'Connection lost. Prices may be out of date.' : '')
  }
})
