// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../app/commands.ts'
import { walletSession } from '../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { Leaderboard } from './leaderboard.tsx'

afterEach(() => {
  cleanup()
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

const row = (rank: number, digit: string, total: number, loyaltyPoints: 0 | 100, aptosName: string | null = null) => ({
  wallet_address: `0x${digit.repeat(64)}`,
  aptosName,
  rank,
  total,
  bidding_points: 1.5,
  buying_points: total - 1.5,
  listing_points: 0,
  loyaltyPoints,
})

// @feature rewards.leaderboard
it('ranks wallets with name, whole points, their decimals in a hint, and loyalty', async () => {
  const rows = () => ({ data: [row(1, 'a', 1234.56789, 100, 'alice.apt'), row(12_345, 'b', 20, 0)], nextCursor: null })
  const viewer = `0x${'b'.repeat(64)}`
  walletSession.set({ ...walletSession.initial, status: 'connected', address: viewer })
  renderSite(<Leaderboard interval="all" viewer={viewer} />, {
    '/data/utility/all-rewards': rows,
    '/api/utility/all-rewards': rows,
  })
  const table = await screen.findByRole('table', { name: 'Leaderboard' })
  await within(table).findByText('alice.apt')
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((one) =>
      within(one)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
  expect(cells).toEqual([
    ['1alice.apt', '1,234', '1', '1,233', '0', '100%'],
    ['12,345You', '20', '1', '18', '0', '0%'],
  ])
  expect(within(table).getByText('1,233').title).toBe('1,233.0679')
  const explained = within(table).getAllByRole('button', { name: /how is this calculated/ })
  expect(explained.map((button) => button.getAttribute('aria-label'))).toEqual([
    '1,234.5679 points of alice.apt: how is this calculated?',
    `20 points of 0xbbbb…bbbb: how is this calculated?`,
  ])
  expect(explained.map((button) => button.closest('[data-first]') !== null)).toEqual([true, false])
})

// @feature metric.details
it.each(['1d', '7d', '30d', 'all'] as const)(
  'asks how the points of the shown time were made: %s',
  async (interval) => {
    const rows = () => ({ data: [row(1, 'a', 12, 100, 'alice.apt')], nextCursor: null })
    renderSite(<Leaderboard interval={interval} viewer="" />, {
      '/data/utility/all-rewards': rows,
      '/api/utility/all-rewards': rows,
    })
    fireEvent.click(await screen.findByRole('button', { name: '12 points of alice.apt: how is this calculated?' }))
    expect(commandRequest('explainMetric')?.subject.window).toBe(interval)
    finishCommand('explainMetric')
  },
)
