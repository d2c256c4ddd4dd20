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

// @feature shell.current-section
it.each([
  ['/', 'Collection', 'page'],
  ['/collection', 'Collection', 'true'],
  ['/collections', 'Collection', 'true'],
  ['/collection/stones', 'Collection', 'true'],
  ['/collection/stones?tab=bids', 'Collection', 'true'],
  ['/collection/stones/collections', 'Collection', 'true'],
  [`/collection/0x${'c'.repeat(64)}/0x${'7'.repeat(64)}`, 'Collection', 'true'],
  ['/activity', 'Activity', 'page'],
  ['/airdrop', null, null],
  ['/collectionsale.apt', null, null],
])('marks the place that %s belongs to: %s', (at, name, current) => {
  renderSite(<BottomBar live={null} />, {}, undefined, { at })
  const marked = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual(
    name === null ? [] : [[name, current]],
  )
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
