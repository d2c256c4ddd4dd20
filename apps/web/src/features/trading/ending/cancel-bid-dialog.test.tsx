import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { bidKey, pendingBids } from '../../../entities/order/pending-bids.ts'
import { OFFER } from '../testing/every-request.ts'
import { HASH, itemOf, openTradeDialog, quoteOf, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { CANCEL, dialog, PATIENT, press, resetTradeHarness, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const POOL = { setRoot: null, proof: [] }

describe('cancelling bids', () => {
  // @feature bid.cancel
  it.each([
    ['locked money alone', [null, null], [true, false]],
    ['money of the pool alone', [POOL, POOL], [false, true]],
    ['both', [null, POOL], [true, true]],
  ])('says what comes back, and that the money of a pool stays there: %s', async (_, pools, [unlocks, stays]) => {
    const bids = pools.map((_pool, at) => ({
      marketplace: 'own',
      offerId: `0x${at}`,
      tokenBid: false,
      name: 'Stones',
      image: null,
      price: '1',
      collectionName: 'Stones',
      collectionId: TOKEN.collectionId,
    }))
    const items = pools.map((pool, at) =>
      itemOf({
        tokenDataId: null,
        offer: { marketplace: 'own', offerId: `0x${at}`, buyer: YOU, priceOctas: '1', isOnToken: false, pool },
      }),
    )
    openTradeDialog({ kind: 'cancel-bid', bids }, { answers: { [CANCEL]: () => quoteOf({}, { items }) } })
    await says('Balance after')
    expect(screen.queryByText('Unlocked') !== null).toBe(unlocks)
    expect(screen.queryByText('You receive') !== null).toBe(unlocks)
    expect(screen.queryByText(/the APT stays there until you withdraw it/) !== null).toBe(stays)
  })

  // @feature bid.cancel, trade.titles
  it('counts those that one transaction cancels, before and after it: no other follows by itself', async () => {
    const bids = ['0x0', '0x1', '0x2'].map((offerId) => ({ ...OFFER, offerId }))
    const LATER = { code: 'one-at-a-time', sentence: 'These can’t share one transaction. Do them one at a time.' }
    const items = bids.map((_, at) => itemOf({ tokenDataId: null, reason: at === 0 ? null : LATER }))
    openTradeDialog({ kind: 'cancel-bid', bids }, { answers: { [CANCEL]: () => quoteOf({}, { items }) } })
    await dialog('Cancel bid')
    await press('Cancel bid')
    await dialog('Bid canceled')
    expect(screen.getAllByText(LATER.sentence)).toHaveLength(2)
  })

  // @feature bid.cancel, bid.trait-words
  it('says what each of the bids is for', async () => {
    const base = { marketplace: 'own', image: null, collectionName: 'Stones', collectionId: TOKEN.collectionId }
    const bids = [
      { ...base, offerId: '0x1', tokenBid: true, name: 'Stone #9', price: '3' },
      { ...base, offerId: '0x2', tokenBid: false, name: 'Stones', price: '2' },
      { ...base, offerId: '0x3', tokenBid: false, name: 'Stones', price: '1', setLabel: 'Fur: Gold' },
    ]
    openTradeDialog({ kind: 'cancel-bid', bids }, { answers: { [CANCEL]: () => quoteOf({}) } })
    const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent)
    expect(rows).toEqual([
      expect.stringContaining('Stone #9Stones'),
      expect.stringContaining('StonesCollection bid'),
      expect.stringContaining('StonesTrait bid · Fur: Gold'),
    ])
  })

  // @feature bid.cancel
  it.each([
    [['3'], ['each of 3']],
    [['1'], []],
    [
      ['1', '1200', '2'],
      ['each of 1,200', 'each of 2'],
    ],
  ])('says for how many items each of the bids is: %j', async (sizes, notes) => {
    const base = { marketplace: 'own', image: null, collectionName: 'Stones', collectionId: TOKEN.collectionId }
    const bids = sizes.map((_, at) => ({ ...base, offerId: `0x${at}`, tokenBid: false, name: 'Stones', price: '3' }))
    const items = sizes.map((quantity) => itemOf({ tokenDataId: null, quantity }))
    openTradeDialog({ kind: 'cancel-bid', bids }, { answers: { [CANCEL]: () => quoteOf({}, { items }) } })
    await says('Balance after')
    expect(screen.queryAllByText(/^each of/).map(({ textContent }) => textContent)).toEqual(notes)
  })

  // @feature bid.pool
  it.each([
    ['money is left, and no bid', { balance: '1200000000', bids: 0 }, true, 'Your bid pool still holds 12 APT'],
    ['an octa is left, and no bid', { balance: '1', bids: 0 }, true, 'Your bid pool still holds < 0.0001 APT'],
    ['nearly 2 APT are left', { balance: '199999999', bids: 0 }, true, 'Your bid pool still holds 1.9999 APT'],
    ['other bids are left', { balance: '1200000000', bids: 1 }, true, null],
    ['nothing is left', { balance: '0', bids: 0 }, true, null],
    ['the canceled bid locked its money', { balance: '1200000000', bids: 0 }, false, null],
  ])('offers to withdraw what the bid pool holds where %s', async (_, pool, isPooled, said) => {
    const offer = { marketplace: 'own', offerId: '0x1', tokenBid: false }
    const subject = { name: 'Stones', image: null, collectionName: 'Stones', collectionId: TOKEN.collectionId }
    const item = itemOf({
      tokenDataId: null,
      offer: { ...offer, buyer: YOU, priceOctas: '1', isOnToken: false, pool: isPooled ? POOL : null },
    })
    openTradeDialog(
      { kind: 'cancel-bid', bids: [{ ...offer, ...subject, price: '1', isPooled }] },
      {
        answers: {
          [CANCEL]: () => quoteOf({}, { items: [item] }),
          [`/data/user/pool/${YOU}`]: () => ({ ...pool, exposure: '0' }),
        },
      },
    )
    await press('Cancel bid')
    await says('Bid canceled')
    if (said === null) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(screen.queryByText(/^Your bid pool still holds/)).toBeNull()
      return
    }
    await says(said)
    await press('Withdraw')
    await dialog('Withdraw from your bid pool')
    await says(`In your pool ${said.replace('Your bid pool still holds ', '')}`)
  })

  // @feature bid.pool, order-health.clean
  it.each([
    ['one that the pool paid', true, 'Your bid pool still holds 12 APT'],
    ['one that locked its money', false, null],
  ])(
    'offers to withdraw what the bid pool holds after the order health check canceled %s',
    async (_, isPooled, said) => {
      const offer = { marketplace: 'own', offerId: '0x1', tokenBid: false }
      const pool = isPooled ? POOL : null
      const item = itemOf({
        tokenDataId: null,
        offer: { ...offer, buyer: YOU, priceOctas: '1', isOnToken: false, pool },
      })
      const prepared = {
        title: 'Cancel stale order',
        what: '1 order on Own Market',
        image: null,
        button: 'Cancel it',
        doing: 'Canceling 1 order',
        success: 'Stale orders canceled',
        moves: 'only-gas' as const,
        chosen: { call: 'clean-up' as const, body: { orders: [] } },
        pooledBids: isPooled ? [offer] : [],
        build: async () => quoteOf({}, { items: [item] }),
      }
      const answers = { [`/data/user/pool/${YOU}`]: () => ({ balance: '1200000000', bids: 0, exposure: '0' }) }
      openTradeDialog({ kind: 'prepared', prepared }, { answers })
      await press('Cancel it')
      await says('Stale orders canceled')
      if (said !== null) return void (await says(said))
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(screen.queryByText(/^Your bid pool still holds/)).toBeNull()
    },
  )

  // @feature bid.cancel
  it('keeps the buttons of all its bids waiting until the transaction has ended', async () => {
    const bids = ['0x1', '0x2'].map((offerId) => ({
      marketplace: 'own',
      offerId,
      tokenBid: false,
      name: 'Stones',
      image: null,
      collectionName: 'Stones',
      collectionId: TOKEN.collectionId,
      price: '100000000',
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
    await press(`Cancel ${bids.length} bids`)
    await waitFor(() => expect([...pendingBids.get()]).toEqual(bids.map(bidKey)), PATIENT)
    signing.resolve(HASH)
    await says('Bids canceled')
    await waitFor(() => expect(pendingBids.get().size).toBe(0), PATIENT)
  })
})
