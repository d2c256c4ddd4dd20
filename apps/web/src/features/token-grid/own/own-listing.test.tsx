import type { Listing } from '@opal/contract/shapes/orders'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { ME, testingItem, testingListing } from '../../../testing/testing-item.ts'
import { testingToken } from '../../../testing/testing-token.ts'
import { TokenCard } from '../token-card.tsx'

// @vitest-environment happy-dom
beforeEach(() => walletSession.set((before) => ({ ...before, status: 'connected', address: ME })))
afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  walletSession.set((before) => ({ ...before, status: 'disconnected', address: null }))
})

const OWN = { ...testingToken(7, null), owner: { walletAddress: ME, aptosName: null, isWalletAddress: true } }

/** Renders a card of the viewer's token, of which the lists know no listing. */
function renderOwn(ownListings: readonly Listing[]) {
  const item = testingItem(OWN.tokenDataId, { ownListings: [...ownListings] })
  const answers = { [`/data/user/tokens/${ME}`]: () => ({ data: [item], nextCursor: null, total: 1 }) }
  renderSite(<TokenCard token={OWN} supply={100} index={0} highlighted={false} gone={false} />, answers)
}

// @feature token.own-listing, list.reprice-frozen
it.each([
  ['reserved', 'Reserved', 'Edit listing', 'update-price'],
  ['expired', 'Expired', 'Edit listing', 'update-price'],
  ['token-frozen', 'Frozen', 'Edit listing', 'update-price'],
] as const)('a card shows the own listing that is %s', async (validity, state, label, kind) => {
  const listing = testingListing(OWN.tokenDataId, { marketplace: 'own', price: '500000000', validity })
  renderOwn([listing])
  await screen.findByText(state)
  screen.getByTitle('5 APT')
  expect(screen.queryByRole('button', { name: /^List / })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: `${label} Stone #7` }))
  const tokens = [{ marketplace: 'own', listingId: listing.listingId, listedPrice: '500000000' }]
  expect(commandRequest('openTrade')).toMatchObject({ kind, tokens })
})

it('a card of a token without a listing offers to list it', async () => {
  renderOwn([])
  await userEvent.click(await screen.findByRole('button', { name: 'List Stone #7' }))
  await waitFor(() => expect(commandRequest('openTrade')).toMatchObject({ kind: 'list' }))
  screen.getByText('Not listed')
})
