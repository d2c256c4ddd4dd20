import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { FollowButton } from './follow-button.tsx'
import { followedWallets } from './followed-wallets.ts'
import { walletSession } from './wallet-session.ts'

// @vitest-environment happy-dom
const [KEY, ADDRESS] = ['opal.followed-wallets', `0x${'a'.repeat(64)}`]

afterEach(() => {
  cleanup()
  window.localStorage.clear()
  followedWallets.set([])
  walletSession.set(walletSession.initial)
})

// @feature wallets.follow
it('follows a wallet by the keyboard, and what another tab follows', async () => {
  renderSite(<FollowButton address={ADDRESS} />, {})
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Following', pressed: true })).toBe(document.activeElement)
  expect(window.localStorage.getItem(KEY)).toBe(JSON.stringify([ADDRESS]))
  window.localStorage.removeItem(KEY)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })))
  expect(screen.getByRole('button', { name: 'Follow', pressed: false })).toBeTruthy()
})

it('is not there for one’s own wallet', () => {
  walletSession.set({ ...walletSession.initial, status: 'connected', address: ADDRESS })
  renderSite(<FollowButton address={ADDRESS} />, {})
  expect(screen.queryByRole('button')).toBeNull()
})
