import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { testingItem } from '../../../testing/testing-item.ts'
import { HASH, itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, REFUSED, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { ACCEPT, CANCEL, DELIST, PATIENT, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('delisting', () => {
  // @feature list.delist-many
  it("refuses many listings of other marketplaces with 'Please Delist one nft at a time'", async () => {
    const reason = { code: 'one-at-a-time', sentence: 'Please Delist one nft at a time' }
    const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, reason })]
    openTradeDialog(
      { kind: 'delist', tokens: [TOKEN, OTHER_TOKEN] },
      { answers: { [DELIST]: () => quoteOf({}, { items }) } },
    )
    await says('Please Delist one nft at a time')
  })

  // @feature list.delist-many
  it('names the listing that keeps several from being delisted at once, and takes it out', async () => {
    const reason = { code: 'one-at-a-time', sentence: 'Please Delist one nft at a time' }
    const elsewhere = { ...OTHER_TOKEN, marketplace: 'other' }
    const third = { ...TOKEN, tokenDataId: `0x${'4'.repeat(64)}`, name: 'Stone #11' }
    const bodies: { items: readonly unknown[] }[] = []
    const answers = {
      [DELIST]: (asked: unknown) => {
        bodies.push(asked as { items: readonly unknown[] })
        return quoteOf({}, { items: [itemOf(bodies.length === 1 ? { reason } : {})] })
      },
    }
    openTradeDialog({ kind: 'delist', tokens: [TOKEN, elsewhere, third] }, { answers })
    await says(
      `Batch delisting works on Own Market only. ${elsewhere.name} (on other) has to be delisted by itself: remove it here.`,
    )
    await press(`Remove ${elsewhere.name}`)
    expect(screen.queryByText(/Several listings are delisted/)).toBeNull()
    await waitFor(() => expect(bodies.at(-1)?.items).toHaveLength(2), PATIENT)
  })

  // @feature trade.not-successful
  it("shows 'Failed to execute transaction.' when a transaction fails", async () => {
    openTradeDialog({ kind: 'delist', tokens: [TOKEN] }, { answers: { [DELIST]: () => quoteOf() }, outcome: REFUSED })
    await press('Delist')
    await says('Failed to execute transaction.')
  })
})

describe('selling into bids', () => {
  // @feature trade.live-quote
  it('follows the best bid while the dialog is open, and says how it moved', async () => {
    let price = '520000000'
    const answers = {
      [ACCEPT]: () => quoteOf({ priceOctas: price }, { items: [itemOf({ priceOctas: price })] }),
    }
    const { signAndSubmit } = openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers })
    await waitFor(() => expect(button('Accept bid').disabled).toBe(false), PATIENT)
    price = '500000000'
    const about = { id: '1', collectionId: TOKEN.collectionId, version: '1', at: '1' }
    deliverLive({ kind: 'bid_change', ...about, new: price, old: '520000000' })
    await says('The best bid fell from 5.2 to 5 APT. Review the details before you confirm.')
    // A press just after the change was meant for the bid before it.
    await user.click(button('Accept bid'))
    expect(signAndSubmit).not.toHaveBeenCalled()
    await waitFor(
      async () => {
        await user.click(button('Accept bid'))
        expect(signAndSubmit).toHaveBeenCalledTimes(1)
      },
      { ...PATIENT, interval: 300 },
    )
  })

  // @feature accept.gain
  it('says what the token cost, and what is left over it after fees', async () => {
    const held = testingItem(TOKEN.tokenDataId, { costPrice: '110000000' })
    const answers = {
      [ACCEPT]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => ({ data: [held], nextCursor: null, total: 1 }),
    }
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers })
    await says('Cost 1.1 · P&L after fees')
    await says('-0.17 APT (-15%)')
  })

  // @feature accept.failed
  it("toasts 'Error Accepting Bid' when it fails", async () => {
    openTradeDialog(
      { kind: 'accept-bid', tokens: [TOKEN] },
      { answers: { [ACCEPT]: () => quoteOf() }, outcome: REFUSED },
    )
    await press('Accept bid')
    await says('Error Accepting Bid')
  })

  // @feature accept.v2-refused
  it("says 'has no tokens bids for V2' with the marketplace's name", async () => {
    const reason = { code: 'not-offered', sentence: 'The venue has no tokens bids for V2' }
    const none = quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers: { [ACCEPT]: () => none } })
    await says('The venue has no tokens bids for V2')
  })

  const listing = (priceOctas: string) => ({
    ...{ marketplace: 'own', listingId: priceOctas, seller: YOU, propertyVersion: '0', priceOctas },
  })
  const listed = itemOf({ listing: listing('5575000000') })
  const other = { tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name }
  const gone = { code: 'offer-gone', sentence: 'That bid is gone' }

  // @feature accept.delists
  it.each([
    ['of the only item', [listed], ['Your listing for 55.75 APT on Own Market is cancelled in the same transaction.']],
    [
      'of each of several',
      [itemOf(), itemOf({ ...other, listing: listing('100000000') })],
      ['Stone #10: your listing for 1 APT on Own Market is cancelled in the same transaction.'],
    ],
    ['of none that is not sold', [itemOf(), itemOf({ ...other, listing: listing('100000000'), reason: gone })], []],
    ['of none that is not listed', [itemOf()], []],
  ])('says which listings it cancels: %s', async (_, items, notes) => {
    const tokens = items.length === 1 ? [TOKEN] : [TOKEN, OTHER_TOKEN]
    openTradeDialog({ kind: 'accept-bid', tokens }, { answers: { [ACCEPT]: () => quoteOf({}, { items }) } })
    await waitFor(
      () => expect((screen.getByRole('button', { name: 'Accept bid' }) as HTMLButtonElement).disabled).toBe(false),
      PATIENT,
    )
    const list = screen.queryByRole('list', { name: 'Listings that are cancelled' })
    const said = list === null ? [] : within(list).getAllByRole('listitem')
    expect(said.map(({ textContent }) => textContent)).toEqual(notes)
  })

  // @feature trade.every-price, trade.editions
  it('shows the price of each edition of a token beside the floor', async () => {
    const names = { creatorAddress: YOU, collectionName: 'Stones', tokenName: 'Stone #9' }
    const sold = (propertyVersion: string, priceOctas: string) =>
      itemOf({ names: { ...names, propertyVersion }, priceOctas })
    const items = [sold('0', '80000000'), sold('7', '110000000')]
    const tokens = ['0', '7'].map((propertyVersion) => ({ ...TOKEN, propertyVersion, editionsHeld: 2 }))
    openTradeDialog({ kind: 'accept-bid', tokens }, { answers: { [ACCEPT]: () => quoteOf({}, { items }) } })
    await says('20% under floor')
    await says('10% over floor')
  })
})

describe('cancelling bids', () => {
  // @feature bid.cancel
  it('keeps the buttons of all its bids waiting until the transaction has ended', async () => {
    const bids = ['0x1', '0x2'].map((offerId) => ({
      ...{ marketplace: 'own', offerId, tokenBid: false, name: 'Stones', image: null },
      ...{ collectionName: 'Stones', collectionId: TOKEN.collectionId, price: '100000000' },
    }))
    const items = bids.map(({ offerId, marketplace }) =>
      itemOf({ tokenDataId: null, offer: { marketplace, offerId, buyer: YOU, priceOctas: '1', isOnToken: false } }),
    )
    const signing = Promise.withResolvers<string>()
    openTradeDialog(
      { kind: 'cancel-bid', bids },
      { answers: { [CANCEL]: () => quoteOf({}, { items }) }, sign: () => signing.promise },
    )
    await press('Cancel bids')
    await waitFor(() => expect([...pendingBids.get()]).toEqual(bids.map(bidKey)), PATIENT)
    signing.resolve(HASH)
    await says('Bids cancelled')
    await waitFor(() => expect(pendingBids.get().size).toBe(0), PATIENT)
  })
})
