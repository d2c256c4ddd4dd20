import type { Listing } from '@opal/contract/shapes/orders'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { NO_TERMS, testingListing } from '../../../testing/testing-item.ts'
import { TokenPriceBlock } from './token-price-block.tsx'

// @vitest-environment happy-dom
const OWNER = `0x${'a'.repeat(64)}`
const BUYER = `0x${'b'.repeat(64)}`
const STRANGER = `0x${'c'.repeat(64)}`
const { tokenDataId } = testingDetail()
const AT = { marketplace: 'own', seller: OWNER }
const HOUR_AHEAD = String(Math.floor(Date.now() / 1_000) + 3_600)

const LISTINGS = {
  plain: {},
  falling: { terms: { ...NO_TERMS, startPrice: '900000000', endPrice: '100000000', fallsUntilSeconds: HOUR_AHEAD } },
  reserved: { validity: 'reserved', terms: { ...NO_TERMS, reservedFor: BUYER } },
  expired: { validity: 'expired', terms: { ...NO_TERMS, expiresAtSeconds: '1' } },
} satisfies Record<string, Partial<Listing>>
type State = keyof typeof LISTINGS

const MORE = { one: [], several: [testingListing(tokenDataId, { ...AT, listingId: 'more', price: '800000000' })] }

const CASES = (['plain', 'falling', 'reserved', 'expired'] as const).flatMap((state) =>
  ([OWNER, BUYER, STRANGER, null] as const).flatMap((viewer) =>
    (['one', 'several'] as const).map((count) => ({ state, viewer, count })),
  ),
)

beforeEach(() => finishCommand('openTrade'))
afterEach(() => {
  cleanup()
  finishCommand('openTrade')
  walletSession.set((before) => ({ ...before, status: 'disconnected', address: null }))
})

/** The price that leads, by the rules; null for none. */
function expected(state: State, viewer: string | null, count: keyof typeof MORE): string | null {
  const isPublic = state === 'plain' || state === 'falling'
  const isSeen = isPublic || (viewer === OWNER && count === 'one') || (state === 'reserved' && viewer === BUYER)
  if (isSeen) return '5'
  return count === 'several' ? '8' : null
}

// @feature token.own-listing
it.each(CASES)('shows a listing that is $state, of $count, to $viewer', async ({ state, viewer, count }) => {
  if (viewer !== null) walletSession.set((before) => ({ ...before, status: 'connected', address: viewer }))
  const listing = testingListing(tokenDataId, { ...AT, price: '500000000', ...LISTINGS[state] })
  const listings = [listing, ...MORE[count]]
  const open = listings.find(({ validity }) => validity === 'valid') ?? null
  const listed = {
    listings,
    marketplace: open?.marketplace ?? null,
    listingId: open?.listingId ?? null,
    listedPrice: open?.price ?? null,
  }
  renderSite(<TokenPriceBlock token={testingDetail(listed)} />, {})
  const price = expected(state, viewer, count)
  if (price === null) {
    screen.getByText('No price')
    screen.getByText(state === 'reserved' ? 'Reserved for another wallet' : 'Not listed')
  } else {
    screen.getByTitle(new RegExp(`^${price}( APT)?$`))
    expect(screen.queryByText(/Not listed|No price/)).toBeNull()
  }
  const isOwner = viewer === OWNER
  expect(screen.queryByRole('button', { name: /^List / })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Buy Now / }) !== null).toBe(!isOwner && price !== null)
  if (state === 'expired' && isOwner && count === 'one')
    screen.getByText(/^expired \d\d\/\d\d\/19\d\d, \d+:\d\d [AP]M$/)
  if (state === 'reserved' && price === '5')
    screen.getByText(`reserved for ${viewer === BUYER ? 'you' : '0xbbbb…bbbb'}`)
  const action = isOwner ? /^Delist / : /^Buy Now /
  const button = screen.queryByRole('button', { name: action })
  expect(button !== null).toBe(isOwner || price !== null)
  if (button === null) return
  await userEvent.click(button)
  const tokens = [{ listingId: price === '5' ? listing.listingId : 'more', listedPrice: `${price}00000000` }]
  expect(commandRequest('openTrade')).toMatchObject({ kind: isOwner ? 'delist' : 'buy', tokens })
})

// @feature token.own-listing, orders.terms
it('calls the buyer of a reserved listing by name', async () => {
  walletSession.set((before) => ({ ...before, status: 'connected', address: OWNER }))
  const listing = testingListing(tokenDataId, { ...AT, ...LISTINGS.reserved })
  const named = { wallet_address: BUYER, name: 'bob.apt', is_wallet_address: true }
  const answers = { '/data/user/names': () => ({ data: [named] }) }
  renderSite(<TokenPriceBlock token={testingDetail({ listings: [listing] })} />, answers)
  await screen.findByText('reserved for bob.apt')
})
