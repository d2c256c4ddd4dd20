import type { Activity } from '@opal/contract/activities'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { deliverLive } from '../../../../shared/realtime/live-bus.ts'
import { testingItem } from '../../../../testing/testing-item.ts'
import {
  detailOf,
  holding,
  holdingsOf,
  openTradeDialog,
  quoteOf,
  REFUSED,
  TOKEN,
  YOU,
} from '../../testing/trade-harness.tsx'
import {
  isOff,
  LIST,
  PATIENT,
  press,
  RELIST,
  resetTradeHarness,
  says,
  typePrice,
  UPDATE,
  user,
} from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const BUYER = `0x${'b'.repeat(64)}`
const PRICE = '120000000'

/** Delivers a message about a bid, which names the token only where the bid is on that. */
function tellBid(kind: Activity['kind'], subject: 'collection' | 'item'): void {
  const { tokenDataId, collectionId } = TOKEN
  const activity = { kind, from: BUYER, to: null, tokenDataId: subject === 'item' ? tokenDataId : null, price: PRICE }
  const base = { id: '1', collectionId, version: '1', at: '1' }
  act(() => deliverLive({ kind: 'activity', ...base, activity: { ...activity, collectionId } as Activity }))
}

function tellBest(old: string | null, best: string | null): void {
  const { collectionId } = TOKEN
  act(() => deliverLive({ kind: 'bid_change', id: '1', collectionId, version: '1', at: '1', old, new: best }))
}

describe('prices', () => {
  // @feature list.price-rules, list.price-minimum
  it.each([
    ['-1', 'Price cannot be below 0'],
    ['0.0005', 'Price cannot be below 0.001'],
  ])('refuses %s at its field, and with the toast %s', async (text, toast) => {
    openTradeDialog({ kind: 'relist', tokens: [TOKEN] }, { answers: { [RELIST]: () => quoteOf() } })
    await typePrice(text)
    const note = text === '-1' ? 'Cannot be negative' : toast
    await says(note)
    await press('Move')
    await waitFor(() => expect(screen.getAllByText(toast)).toHaveLength(note === toast ? 2 : 1), PATIENT)
  })

  // @feature list.fat-finger
  it.each<[string, () => void, () => void]>([
    ['collection', () => tellBest(null, PRICE), () => tellBest(PRICE, null)],
    // The best bid is the seller's own.
    [
      'collection below one’s own',
      () => tellBid('collection-bid', 'collection'),
      () => tellBest('200000000', '200000000'),
    ],
    [
      'collection below one’s own, until it is canceled',
      () => tellBid('collection-bid', 'collection'),
      () => tellBid('cancel-collection-bid', 'collection'),
    ],
    ['set of items', () => tellBid('set-bid', 'collection'), () => tellBid('accept-set-bid', 'item')],
    ['item', () => tellBid('token-bid', 'item'), () => tellBid('cancel-token-bid', 'item')],
    [
      'item until another edition is sold',
      () => tellBid('token-bid', 'item'),
      () => tellBid('accept-token-bid', 'item'),
    ],
    ['item until it expires', () => tellBid('token-bid', 'item'), () => tellBest(null, null)],
  ])(
    'are compared with a bid on the %s that comes once they are typed, as long as it is there',
    async (subject, come, go) => {
      const { tokenDataId, collectionId } = TOKEN
      let topBid: ReturnType<typeof testingItem>['topBid'] = null
      openTradeDialog(
        { kind: 'list', tokens: [TOKEN] },
        {
          answers: {
            [LIST]: () => quoteOf(),
            [`/data/user/tokens/${YOU}`]: () => holdingsOf([testingItem(tokenDataId, { collectionId, topBid })]),
          },
        },
      )
      await typePrice('1.1')
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'List' })
      await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
      topBid = {
        price: PRICE,
        offerId: 'o',
        marketplace: 'own',
        remainingTokenAmount: '1',
        topTokenBid: subject.startsWith('item'),
      }
      come()
      await says(/^Stone #9 at 1\.1 APT is below the top bid \(1\.2 APT\)\./)
      expect(isOff(button)).toBe(true)
      topBid = null
      go()
      await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
    },
  )

  // @feature list.fat-finger
  it.each([
    ['0.4', /is at most half of the trait floor \(2 APT\)/],
    ['50', /is at least 20 times the trait floor \(2 APT\)/],
  ])('requires typing an anomalous price again: %s', async (text, expected) => {
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers: { [LIST]: () => quoteOf() } })
    await screen.findByRole('button', { name: 'Floor 1' })
    await user.type(screen.getByLabelText('Price'), text)
    await says(expected)
    expect((screen.getByRole('button', { name: 'List' }) as HTMLButtonElement).disabled).toBe(true)
    await user.type(screen.getByLabelText(`Type ${text} to continue`), text)
    await press('List')
    await says('Item listed')
  })

  // @feature trade.own-listing-no-reference
  it.each([
    ['nothing like it but one’s own', null, null, null],
    ['others at about that price', '70000000', '60000000', null],
    ['others’ trait floor far above', '70000000', '150000000', /is at most half of the trait floor \(1\.5 APT\)/],
    ['others’ floor far above', '140000000', null, /is at most half of the floor \(1\.4 APT\)/],
  ])('ignores its own listing as the floor when repricing; listed: %s', async (_, floorPrice, traitFloor, expected) => {
    const asked: (string | null)[] = []
    const answers = {
      [UPDATE]: () => quoteOf(),
      // The floor of collection and trait, 2 APT, are the listing that is repriced.
      [`/api/collection/nfts/${TOKEN.tokenDataId}`]: () =>
        detailOf({ collectionFloorPrice: '200000000', lastSalePrice: null }),
      [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: (_body: unknown, url: URL) => {
        asked.push(url.searchParams.get('walletAddress'))
        return { floorPrice, usualFloorPrice: floorPrice, token: null }
      },
      '/api/collection/nfts/top-trait': (body: unknown, url: URL) => {
        asked.push(url.searchParams.get('walletAddress'))
        expect(body).toEqual([TOKEN.tokenDataId])
        const topTrait = traitFloor && { trait_type: 'Hat', value: 'Crown', count: 1, floorPrice: traitFloor }
        return { data: [{ tokenDataId: TOKEN.tokenDataId, topTrait, traitFloorPrice: traitFloor }] }
      },
    }
    openTradeDialog({ kind: 'update-price', tokens: [{ ...TOKEN, listedPrice: '200000000' }] }, { answers })
    await typePrice('0.65')
    await waitFor(() => expect(asked).toEqual([YOU, YOU]), PATIENT)
    if (floorPrice === null) await screen.findByRole('button', { name: 'Current price 2' }, PATIENT)
    else await screen.findByRole('button', { name: `Floor ${Number(floorPrice) / 1e8}` }, PATIENT)
    // Neither floor counts one's own listing.
    expect(screen.queryByRole('button', { name: /loor 2$/ })).toBeNull()
    if (expected === null) {
      await press('Save changes')
      await says('Listing updated')
    } else {
      await says(expected)
      expect((screen.getByRole('button', { name: 'Save changes' }) as HTMLButtonElement).disabled).toBe(true)
    }
  })

  // @feature list.presets
  it.each([
    [null, []],
    ['150000000', ['Trait floor 1.5']],
  ])(
    'start from the floor of a trait only where enough others are listed with it: %s',
    async (traitFloorPrice, chips) => {
      const topTrait = { trait_type: 'Hat', value: 'Crown', count: 9, floorPrice: '4825000000' }
      const answers = {
        [LIST]: () => quoteOf(),
        [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => ({
          floorPrice: '140000000',
          usualFloorPrice: '140000000',
          token: null,
        }),
        '/api/collection/nfts/top-trait': () => ({
          data: [{ tokenDataId: TOKEN.tokenDataId, topTrait, traitFloorPrice }],
        }),
      }
      openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
      await screen.findByRole('button', { name: 'Floor 1.4' }, PATIENT)
      expect(screen.queryAllByRole('button', { name: /^Trait floor/ }).map((chip) => chip.textContent)).toEqual(chips)
      // A price far under the dearest of them still has to be confirmed.
      await user.type(screen.getByLabelText('Price'), '1.5')
      await says(/is at most half of the trait floor \(48\.25 APT\)/)
    },
  )

  // @feature list.gain, list.presets
  it('start from cost, break-even and top bid, and say what they leave after fees', async () => {
    const bestExit = {
      netOctas: '74800000',
      priceOctas: '80000000',
      commissionOctas: '1200000',
      royaltyOctas: '4000000',
      marketplace: 'own',
      offerId: '0x7',
      tokenBid: false,
      setRoot: null,
      fillable: '1',
    }
    // Another marketplace's bid is higher, of which less is left.
    const topBid = {
      price: '81000000',
      offerId: '0x8',
      marketplace: 'else',
      remainingTokenAmount: '1',
      topTokenBid: false,
    }
    const held = testingItem(TOKEN.tokenDataId, { costPrice: '90000000', bestExit, topBid })
    const answers = { [LIST]: () => quoteOf(), ...holding(held) }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await screen.findByRole('button', { name: 'Top bid 0.81' }, PATIENT)
    // 0.9 APT after 1.5 % and 5 %, on the next round price.
    await press('Break-even 0.963')
    await says('Break-even')
    await press('Cost 0.9')
    await says('-0.06 APT (-6.5%)')
    await press('5% over floor')
    await says('+0.08 APT (+9.08%)')
  })

  // @feature list.fat-finger
  it('warn of a listing below the top bid', async () => {
    const bestExit = {
      netOctas: '1870000000',
      priceOctas: '2000000000',
      commissionOctas: '30000000',
      royaltyOctas: '100000000',
      marketplace: 'own',
      offerId: '0x7',
      tokenBid: false,
      setRoot: null,
      fillable: '1',
    }
    const held = testingItem(TOKEN.tokenDataId, { bestExit })
    const answers = { [LIST]: () => quoteOf(), ...holding(held) }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await press('Top bid 20')
    expect(screen.queryByText(/is below the top bid/)).toBeNull()
    await user.clear(screen.getByRole('textbox', { name: /price/i }))
    await user.type(screen.getByRole('textbox', { name: /price/i }), '19.99999999')
    await says(/is below the top bid \(20 APT\)/)
  })

  // @feature list.gain
  // The cost of an edition covers all its items; a listing sells one of them.
  it.each([
    ['the cost is unknown', {}],
    ['it is the cost of several items', { held: '5', costPrice: '5000000000' }],
  ])('say nothing of a gain where %s', async (_, change) => {
    const held = testingItem(TOKEN.tokenDataId, change)
    const answers = { [LIST]: () => quoteOf(), ...holding(held) }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await press('Floor 1')
    expect(screen.queryByText(/P&L after fees/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Cost|^Break-even/ })).toBeNull()
  })

  // @feature list.move-failed
  it("toasts 'Error Reslisting Tokens' when a move fails", async () => {
    openTradeDialog({ kind: 'relist', tokens: [TOKEN] }, { answers: { [RELIST]: () => quoteOf() }, outcome: REFUSED })
    await typePrice('1.5')
    await press('Move')
    await says('Error Reslisting Tokens')
  })
})
