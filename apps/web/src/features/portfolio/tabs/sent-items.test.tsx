import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { pendingTokens } from '../../../entities/token/pending-tokens.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import ClaimableTab from './claimable-tab.tsx'

// @vitest-environment happy-dom
const RECEIVER = `0x${'5e'.repeat(32)}`
const ID = `0x${'c'.repeat(64)}`
const SENT = {
  collection_id: ID,
  collection_name: 'Stones',
  creator_address: ID,
  token_data_id: ID,
  name: 'Stone #7',
  from_address: ME,
  to_address: RECEIVER,
  property_version: '2',
  token_uri: '',
  image: null,
  amount: '1',
  rarity: null,
  collection_supply: 10,
  listed_price: null,
  top_bid: null,
}

afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  walletSession.set(walletSession.initial)
  vi.unstubAllGlobals()
})

function open(rows: readonly object[]) {
  const asked = vi.fn()
  renderSite(<ClaimableTab wallet={ME} collection={null} />, {
    [`/data/user/offers/${ME}`]: () => ({ data: [], nextCursor: null }),
    [`/data/user/offers/${ME}/sent`]: () => {
      asked()
      return { data: rows, nextCursor: null }
    },
    '/data/user/names': () => ({ data: [{ wallet_address: RECEIVER, name: 'mara.apt', is_wallet_address: true }] }),
  })
  return asked
}
const connect = () => act(() => walletSession.set((before) => ({ ...before, address: ME })))

// @feature list.take-back
it('lists what the wallet has sent and nobody has claimed, and lets it alone take that back', async () => {
  const asked = open([SENT])
  await screen.findByText('No Offers')
  expect(asked).not.toHaveBeenCalled()
  expect(screen.queryByRole('table', { name: 'Sent items' })).toBeNull()
  connect()
  const section = within(await screen.findByRole('region', { name: 'Sent, not claimed yet' }))
  const receiver = await section.findByRole('link', { name: 'mara.apt' })
  expect(receiver.closest('td')?.textContent).toContain('Stones · to mara.apt')
  fireEvent.click(section.getByRole('button', { name: 'Take back Stone #7' }))
  expect(commandRequest('openTrade')).toMatchObject({
    kind: 'take-back',
    sent: { tokenDataId: ID, name: 'Stone #7', toAddress: RECEIVER, propertyVersion: '2' },
  })
})

// @feature list.take-back
it('shows nothing where nothing waits', async () => {
  const asked = open([])
  connect()
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await screen.findByText('No Offers')
  expect(screen.queryByRole('region', { name: 'Sent, not claimed yet' })).toBeNull()
})

// @feature portfolio.pending
it('waits with what is claimed or taken back while its item has a pending transaction', async () => {
  const offered = { ...SENT, token_data_id: RECEIVER, name: 'Stone #8', from_address: RECEIVER, to_address: ME }
  renderSite(<ClaimableTab wallet={ME} collection={null} />, {
    [`/data/user/offers/${ME}`]: () => ({ data: [offered], nextCursor: null }),
    [`/data/user/offers/${ME}/sent`]: () => ({ data: [SENT], nextCursor: null }),
  })
  connect()
  const claim = await screen.findByRole('button', { name: 'Claim Stone #8' })
  const takeBack = await screen.findByRole('button', { name: 'Take back Stone #7' })
  const waits = () => [claim, takeBack].map((button) => button.getAttribute('aria-disabled') === 'true')
  for (const [pending, expected] of [
    [[], [false, false]],
    [[RECEIVER], [true, false]],
    [[ID], [false, true]],
    [
      [ID, RECEIVER],
      [true, true],
    ],
  ] as const) {
    act(() => pendingTokens.set(new Set(pending)))
    expect(waits()).toEqual(expected)
  }
  fireEvent.click(claim)
  fireEvent.click(takeBack)
  expect(commandRequest('openTrade')).toBeNull()
  act(() => pendingTokens.set(new Set()))
})
