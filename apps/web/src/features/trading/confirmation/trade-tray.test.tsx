// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { YOU } from '../testing/trade-harness.tsx'
import { type Trade, trades } from './pending-trades.ts'
import TradeTray from './trade-tray.tsx'

const GONE = 'Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist'

function tradeIn(state: Trade['state']): Trade {
  return {
    id: state,
    hash: `0x${'1'.repeat(64)}`,
    walletAddress: YOU,
    kind: 'buy',
    call: '0x1::a::b',
    image: null,
    sequenceNumber: '1',
    doing: `Buying ${state}`,
    success: '',
    failure: '',
    tokenDataIds: [],
    version: null,
    submittedAtMs: 1,
    state,
    sentence: state === 'failed' ? 'Already sold.' : null,
    ...(state === 'failed' && { vmStatus: GONE }),
  }
}

afterEach(() => {
  cleanup()
  trades.set([])
  localStorage.clear()
})

// @feature trade.tray, trade.failures
it('has the words of the chain in a disclosure', () => {
  trades.set([tradeIn('failed'), tradeIn('submitted')])
  renderSite(<TradeTray />, {})
  expect(screen.getByText('Already sold.').textContent).toBe('Already sold.')
  expect(screen.getByText(GONE).closest('details')?.open).toBe(false)
  expect(screen.getAllByText('Details')).toHaveLength(1)
})

// @feature trade.tray
it('keeps a trade that has ended on its page, and none on the next; one under way stays', async () => {
  const ended = { ...tradeIn('confirmed'), isLeft: true }
  const all = [...(['failed', 'submitted', 'lost'] as const).map(tradeIn), ended]
  localStorage.setItem('opal.transactions', JSON.stringify(all))
  trades.set(all)
  renderSite(
    <>
      <Link to="?tab=bids">Filter</Link>
      <Link to="/elsewhere">Other page</Link>
      <TradeTray />
    </>,
    {},
  )
  fireEvent.click(screen.getByText('Filter'))
  await screen.findByText('Buying failed', { exact: false })
  screen.getByText('Buying confirmed', { exact: false })
  fireEvent.click(screen.getByText('Other page'))
  await waitFor(() => expect(screen.queryByText('Buying failed', { exact: false })).toBeNull())
  expect(screen.queryByText('Buying confirmed', { exact: false })).toBeNull()
  screen.getByText('Buying submitted', { exact: false })
  screen.getByText('Buying lost', { exact: false })
})
