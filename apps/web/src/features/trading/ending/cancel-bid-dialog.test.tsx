import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import { HASH, itemOf, openTradeDialog, quoteOf, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { CANCEL, PATIENT, press, resetTradeHarness, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('cancelling bids', () => {
  // @feature bid.cancel
  it('keeps the buttons of all its bids waiting until the transaction has ended', async () => {
    const bids = ['0x1', '0x2'].map((offerId) => ({
      ...{ marketplace: 'own', offerId, tokenBid: false, name: 'Stones', image: null },
      ...{ collectionName: 'Stones', collectionId: TOKEN.collectionId, price: '100000000' },
    }))
    const items = bids.map(({ offerId, marketplace }) =>
      itemOf({
        tokenDataId: null,
        offer: { marketplace, offerId, buyer: YOU, priceOctas: '1', isOnToken: false, pool: null },
      }),
    )
    const signing = Promise.withResolvers<string>()
    openTradeDialog(
      { kind: 'cancel-bid', bids },
      { answers: { [CANCEL]: () => quoteOf({}, { items }) }, sign: () => signing.promise },
    )
    await press('Cancel bids')
    await waitFor(() => expect([...pendingBids.get()]).toEqual(bids.map(bidKey)), PATIENT)
    signing.resolve(HASH)
    await says('Bids canceled')
    await waitFor(() => expect(pendingBids.get().size).toBe(0), PATIENT)
  })
})
