import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveStatus } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import ConnectionLine from './connection-line.tsx'
import { CONNECTION_LOST } from './menu-button.tsx'

// @vitest-environment happy-dom
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(24)
})
afterEach(() => {
  cleanup()
  liveStatus.set(liveStatus.initial)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const set = (state: 'connecting' | 'live' | 'reconnecting' | 'paused') =>
  act(() => liveStatus.set((before) => ({ ...before, state })))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const height = () => document.documentElement.style.getPropertyValue('--connection-height')

// @feature shell.phone-live
it('says in visible words that the connection is lost, in room of its own, once it has been for two seconds', () => {
  renderSite(<ConnectionLine />, {})
  for (const state of ['connecting', 'live', 'paused', 'live'] as const) {
    for (const ms of [0, 500, 1_999]) {
      set('reconnecting')
      pass(ms)
      expect(screen.queryByText(CONNECTION_LOST)).toBeNull()
      set(state)
      pass(5_000)
      expect(screen.queryByText(CONNECTION_LOST)).toBeNull()
    }
    set('reconnecting')
    pass(2_000)
    expect(screen.getByText(CONNECTION_LOST)).toBeTruthy()
    expect(height()).toBe('24px')
    set(state)
    expect(screen.queryByText(CONNECTION_LOST)).toBeNull()
    expect(height()).toBe('')
  }
})
