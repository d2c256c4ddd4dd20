import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { commandRequest, finishCommand } from '../../../app/commands.ts'
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

// @feature token.orders, trade.editions
it('names the edition of each listing of a v1 token that has several', () => {
  const { tokenDataId } = testingDetail({})
  const listed = (...versions: readonly string[]) =>
    versions.map((propertyVersion) => testingListing(tokenDataId, { listingId: propertyVersion, propertyVersion }))
  const editions = () => screen.queryAllByText(/Edition/).map(({ textContent }) => textContent)
  renderSite(<TokenOrders token={testingDetail({ tokenStandard: 'v1', listings: listed('0', '3') })} />, {})
  expect(editions()).toEqual([' · Edition 0', ' · Edition 3'])
  cleanup()
  const token = testingDetail({ tokenStandard: 'v1', propertyVersion: '7', listings: listed('0') })
  renderSite(<TokenOrders token={token} />, {})
  expect(editions()).toEqual([' · Edition 0'])
  cleanup()
  renderSite(<TokenOrders token={testingDetail({ listings: listed('0') })} />, {})
  expect(editions()).toEqual([])
})

// @feature trade.editions
it('buys the edition of the listing, whichever one the page shows', async () => {
  const { tokenDataId } = testingDetail({})
  const listings = [testingListing(tokenDataId, { marketplace: 'own', seller: SELLERS[0] ?? '', propertyVersion: '3' })]
  renderSite(<TokenOrders token={testingDetail({ tokenStandard: 'v1', propertyVersion: '7', listings })} />, {})
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }))
  expect(commandRequest('openTrade')).toMatchObject({ tokens: [{ listedPropertyVersion: '3' }] })
  finishCommand('openTrade')
})
