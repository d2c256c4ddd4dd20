import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { detailOf, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { BID, isOff, PATIENT, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const { collectionId, tokenDataId } = TOKEN
const ON_TOKEN = { kind: 'token-bid', token: TOKEN } as const
const ON_COLLECTION = { kind: 'collection-bid', collection: { ...TOKEN, collectionImage: null } } as const

/** Answers bids, and what they are compared with: the floors of now. */
const answersOf = (floors: { readonly floorPrice: string; readonly usualFloorPrice: string }) => ({
  [BID]: () => quoteOf(),
  '/api/collection/bid': () => quoteOf(),
  [`/api/collection/nfts/${tokenDataId}`]: () => detailOf({ collectionFloorPrice: floors.floorPrice }),
  [`/api/collection/${collectionId}`]: () => testingCollection(collectionId, { floorPrice: floors.floorPrice }),
  [`/api/collection/${collectionId}/nfts/floor`]: () => ({ ...floors, token: null }),
})

// @feature bid.below-floor
it("says 'Should be less than floor price' at the floor, and sends nothing", async () => {
  openTradeDialog(ON_TOKEN, { answers: { [BID]: () => quoteOf() } })
  await says(/^Floor 1 APT/)
  await user.type(await screen.findByLabelText('Bid price'), '1')
  await says('Should be less than floor price')
  expect((screen.getByRole('button', { name: 'Place Bid' }) as HTMLButtonElement).disabled).toBe(true)
})

// @feature bid.below-floor, trade.usual-floor
it.each([
  ['token-bid', ON_TOKEN, 'Place Bid'],
  ['collection-bid', ON_COLLECTION, 'Place Collection Bid'],
] as const)(
  '%s: has a price confirmed at which an item has just been listed, and refuses none',
  async (_, request, button) => {
    openTradeDialog(request, { answers: answersOf({ floorPrice: '40000000', usualFloorPrice: '100000000' }) })
    await says(/^Floor 0\.4 APT/)
    const field = await screen.findByLabelText(/^Bid price/)
    await user.type(field, '1')
    await says('Should be less than floor price')
    await user.clear(field)
    await user.type(field, '0.5')
    await says('An item is for sale at 0.4 APT right now: buying it costs no more than this bid.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: button }).disabled).toBe(true)
    await user.type(screen.getByLabelText('Type 0.5 to continue'), '0.5')
    await press(button)
    await says(`${button} Sucessful`)
  },
)

// @feature bid.below-floor, bid.fat-finger
it.each([
  ['an item', ON_TOKEN, 'Place Bid'],
  ['a collection', ON_COLLECTION, 'Place Collection Bid'],
] as const)('on %s is confirmed where an item is listed for less once the price is typed', async (_, request, name) => {
  const floors = { floorPrice: '100000000', usualFloorPrice: '100000000' }
  openTradeDialog(request, { answers: answersOf(floors) })
  await user.type(await screen.findByLabelText(/^Bid price/), '0.5')
  const button = screen.getByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
  floors.floorPrice = '40000000'
  const change = { old: '100000000', new: '40000000' }
  act(() => deliverLive({ kind: 'floor_change', id: '1', collectionId, version: '1', at: '1', ...change }))
  await says('An item is for sale at 0.4 APT right now: buying it costs no more than this bid.')
  expect(isOff(button)).toBe(true)
})

// @feature bid.below-floor
it('on a collection is still compared with what was known where that cannot be fetched again', async () => {
  let [asked, isDown] = [0, false]
  openTradeDialog(ON_COLLECTION, {
    answers: {
      ...answersOf({ floorPrice: '100000000', usualFloorPrice: '100000000' }),
      [`/api/collection/${collectionId}`]: () => {
        asked += 1
        if (isDown) throw new ApiFailure(503, 'down')
        return testingCollection(collectionId, { floorPrice: '100000000' })
      },
    },
  })
  await screen.findByText('Floor 1 APT')
  isDown = true
  const before = asked
  const change = { old: '100000000', new: '40000000' }
  act(() => deliverLive({ kind: 'floor_change', id: '1', collectionId, version: '1', at: '1', ...change }))
  await waitFor(() => expect(asked).toBeGreaterThan(before), PATIENT)
  for (let turn = 0; turn < 5; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)))
  screen.getByText('Floor 1 APT')
  expect(screen.queryByText('Couldn’t compare the price with the market.')).toBeNull()
})
