import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { testingListing } from '../../../testing/testing-item.ts'
import { TokenOrders } from './token-orders.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SELLERS = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`)

// @feature token.orders
it('names the makers of all orders by one request', async () => {
  const { tokenDataId } = testingDetail({})
  const listings = SELLERS.map((seller, at) =>
    testingListing(tokenDataId, { marketplace: 'own', listingId: String(at), seller }),
  )
  const bodies: unknown[] = []
  const names = (body: unknown) => {
    bodies.push(body)
    const named = [SELLERS[0], SELLERS[2]]
    return {
      data: SELLERS.map((address) => ({
        ...{ wallet_address: address, is_wallet_address: true },
        name: named.includes(address) ? `${address.at(-1)}.apt` : null,
      })),
    }
  }
  renderSite(<TokenOrders token={testingDetail({ listings, owner: null })} />, { '/data/user/names': names })
  await screen.findByText('a.apt')
  screen.getByText('c.apt')
  screen.getByText(/bbbb$/)
  expect(bodies).toEqual([{ wallet_address: SELLERS }])
})
