import type { Activity } from '@opal/contract/activities'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseApt } from '../../../../shared/format/apt.ts'
import { deliverLive } from '../../../../shared/realtime/live-bus.ts'
import { TOKEN, YOU } from '../../testing/trade-harness.tsx'
import { dialog, isOff, PATIENT, press, resetTradeHarness, says, user } from '../../testing/user-driver.ts'
import { IDS, openSetBid, price, STRANGER } from './testing/set-bid-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('a bid on the items that fit a filter', () => {
  // @feature bid.trait-price
  it('is confirmed from the price of the cheapest item that fits, whoever has listed it and for how long, and never refused', async () => {
    const bodies = openSetBid()
    const button = async () => screen.findByRole<HTMLButtonElement>('button', { name: 'Place Trait Bid' }, PATIENT)
    await user.type(await price(), '3')
    await says('An item is for sale at 3 APT right now: buying it costs no more than this bid.')
    await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe('300000000'), PATIENT)
    expect((await button()).disabled).toBe(true)
    await user.type(screen.getByLabelText('Type 3 to continue'), '3')
    await waitFor(async () => expect((await button()).disabled).toBe(false), PATIENT)
    await user.clear(await price())
    await user.type(await price(), '2.9')
    await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe('290000000'), PATIENT)
    expect(screen.queryByText(/is for sale at/)).toBeNull()
    await waitFor(async () => expect((await button()).disabled).toBe(false), PATIENT)
  })

  // @feature bid.trait-price
  it('is confirmed where an item that fits is listed for less once the price is typed', async () => {
    const asks = ['300000000']
    const bodies = openSetBid({ asks })
    await user.type(await price(), '2.5')
    await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe('250000000'), PATIENT)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Place Trait Bid' })
    await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
    asks.unshift('200000000')
    const { collectionId } = TOKEN
    const activity = { kind: 'list', from: STRANGER, to: null, tokenDataId: IDS[0], collectionId, price: asks[0] }
    act(() =>
      deliverLive({ kind: 'activity', id: '1', collectionId, version: '1', at: '1', activity: activity as Activity }),
    )
    await says('An item is for sale at 2 APT right now: buying it costs no more than this bid.')
    expect(isOff(button)).toBe(true)
  })

  // @feature bid.fat-finger
  it.each([
    // One or two items that fit, at any price that their sellers hope for, and bids that the same wallets may make.
    [['1000'], null, '1', null, '5', 'the last sale (1 APT)'],
    [['1000', '1000'], '900', '1', null, '950', 'the last sale (1 APT)'],
    [['1000', '1000'], null, '1', null, '4.9', null],
    [[], null, '1', null, '5', 'the last sale (1 APT)'],
    [[], '15', '1', null, '75', 'the top bid (15 APT)'],
    [['19'], null, '1', null, '18', null],
    // Three of them, or a collection that was never sold and of which nothing else is for sale.
    [['1000', '1000', '1000'], '900', '1', '50.1', '950', null],
    [['1000'], null, null, null, '950', null],
    // Any number of them at twenty times the floor: one seller may have all.
    [['1000', '1000', '1000', '1000'], '900', '1', '45', '950', 'the usual floor (45 APT)'],
    [['1000', '1000', '1000', '1000'], null, '2', '1', '10', 'the last sale (2 APT)'],
    [['1000', '1000', '1000', '1000'], null, null, '1', '950', 'the usual floor (1 APT)'],
    [['1000'], null, null, '1', '4.9', null],
  ])(
    'where others ask %j for what fits, bid %s and last paid %s, and ask %s for any, a bid of %s is typed again: %s',
    async (asks, collectionBid, lastSale, collectionFloor, text, reference) => {
      const octas = (apt: string) => String(parseApt(apt))
      const bodies = openSetBid({
        asks: asks.map(octas),
        collectionBid: collectionBid === null ? null : octas(collectionBid),
        lastSale: lastSale === null ? null : octas(lastSale),
        collectionFloor: collectionFloor === null ? null : octas(collectionFloor),
        pool: octas('2000'),
      })
      await user.type(await price(), text)
      await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe(octas(text)), PATIENT)
      if (reference !== null) {
        await says(`You’re bidding ${text} APT for a matching item of Stones, at least 5 times ${reference}.`)
        expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Place Trait Bid' }).disabled).toBe(true)
        await user.type(screen.getByLabelText(`Type ${text} to continue`), text)
      }
      await press('Place Trait Bid')
      await says('Place Trait Bid Sucessful')
    },
  )

  // @feature bid.trait-floor
  it('says of the floor of what fits that it is no floor of the collection', async () => {
    openSetBid()
    await screen.findByText('Trait floor 3 APT', {}, PATIENT)
    await press('10% under trait floor')
    // The quote of the harness is for 1 APT.
    await says('66.67% under trait floor')
    expect((await dialog('Place Trait Bid')).textContent).not.toMatch(/under floor|Floor 3/)
  })

  // @feature bid.trait-top-bid
  it.each([
    [[], null, null],
    [[['1.2', STRANGER]], null, '1.21'],
    [[['1.2', STRANGER]], '1.25', '1.26'],
    [[['1.25', STRANGER]], '1.2', '1.26'],
    [[], '1.25', '1.26'],
    [
      [
        ['1.5', YOU],
        ['1.3', STRANGER],
      ],
      '1.2',
      '1.31',
    ],
    [[['1.5', YOU]], null, null],
  ] as const)(
    'with bids of %j on its items and of %s on any of the collection starts from over the best of others: %s',
    async (setBids, collectionBid, over) => {
      openSetBid({
        setBids: setBids.map(([text, buyer]) => ({ price: String(parseApt(text)), buyer })),
        collectionBid: collectionBid === null ? null : String(parseApt(collectionBid)),
      })
      await screen.findByText('Trait floor 3 APT', {}, PATIENT)
      const start = screen.queryByRole('button', { name: /^Over top bid/ })?.textContent ?? null
      expect(start).toBe(over === null ? null : `Over top bid ${over}`)
    },
  )

  // @feature bid.trait-price
  it('is confirmed from the price of a listing of the bidder’s own on: anyone could buy that and sell it into the bid', async () => {
    const bodies = openSetBid({ own: '100000000' })
    const button = async () => screen.findByRole<HTMLButtonElement>('button', { name: 'Place Trait Bid' }, PATIENT)
    const own = 'You have an item for sale at 1 APT. Anyone could buy it and sell it into this bid.'
    await user.type(await price(), '2.5')
    await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe('250000000'), PATIENT)
    await says(own)
    expect((await button()).disabled).toBe(true)
    await user.clear(await price())
    await user.type(await price(), '0.9')
    await waitFor(() => expect(bodies.quoted.at(-1)?.price).toBe('90000000'), PATIENT)
    expect(screen.queryByText(own)).toBeNull()
    await waitFor(async () => expect((await button()).disabled).toBe(false), PATIENT)
  })
})
