// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tradeRequest } from '../../lib/trade-request.ts'
import { type ApiAnswers, renderSite } from '../../testing/render-site.tsx'
import LoyaltyDialog from './loyalty-dialog.tsx'
import { OrdersBanner } from './orders-banner.tsx'

const YOU = `0x${'a'.repeat(64)}`
const PATIENT = { timeout: 15_000 }

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  tradeRequest.set(null)
  vi.unstubAllGlobals()
})

const loyalty = (loyaltyPoints: 0 | 100): ApiAnswers => ({
  [`/data/user/check-loyalty/${YOU}`]: () => ({ loyaltyPoints }),
  [`/api/user/check-loyalty/${YOU}`]: () => ({ loyaltyPoints }),
})

// @feature loyalty.full
it('congratulates a wallet that lists everything at home, and has nothing to move', async () => {
  renderSite(<LoyaltyDialog wallet={YOU} onClose={() => {}} />, loyalty(100))
  await screen.findByRole('dialog', { name: 'Maximize your season 1 reward' }, PATIENT)
  await screen.findByText('Congratulation!', {}, PATIENT)
  expect(screen.getByRole('meter', { name: 'Your Loyalty Score' }).getAttribute('aria-valuenow')).toBe('100')
  screen.getByText('No Nfts')
})

const ORDER = {
  kind: 'listing',
  marketplace: 'own',
  orderId: '1',
  tokenDataId: null,
  collectionId: null,
  tokenStandard: null,
  name: 'Stone #9',
  image: null,
  collectionName: null,
  price: '1',
  quantity: '1',
  locked: '0',
  expiresAtSeconds: null,
  placedAtMicros: '1',
  issues: [{ code: 'below-bid', sentence: 'Below a bid.', risk: 'high', comparedWith: '2' }],
  risk: 'high',
  cannotClean: null,
}

// @feature hygiene.banner
it('brings stale orders up quietly, and not again once told not now', async () => {
  const answer = () => ({ data: [ORDER], total: 1, checked: 3, hasMore: false })
  const answers = { [`/data/user/orders/stale/${YOU}`]: answer, [`/api/user/orders/stale/${YOU}`]: answer }
  renderSite(<OrdersBanner wallet={YOU} />, answers)
  await screen.findByText('One of your orders needs a look.', {}, PATIENT)
  screen.getByText('One could cost you money.')
  act(() => void fireEvent.click(screen.getByRole('button', { name: 'Not now' })))
  expect(screen.queryByText('One of your orders needs a look.')).toBeNull()
  cleanup()
  const again = vi.fn(answer)
  renderSite(<OrdersBanner wallet={YOU} />, {
    [`/data/user/orders/stale/${YOU}`]: again,
    [`/api/user/orders/stale/${YOU}`]: again,
  })
  await expect.poll(() => again.mock.calls.length, PATIENT).toBe(1)
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull()
})
