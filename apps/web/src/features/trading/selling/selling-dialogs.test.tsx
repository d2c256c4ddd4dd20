import type { Listing, ListingTerms } from '@opal/contract/shapes/orders'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { testingItem } from '../../../testing/testing-item.ts'
import { detailOf, openTradeDialog, quoteOf, REFUSED, TOKEN, YOU } from '../testing/trade-harness.tsx'
import { LIST, PATIENT, press, RELIST, resetTradeHarness, says, UPDATE, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

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
  it.each([
    ['0.4', /is at most half of the trait floor \(2 APT\)/],
    ['50', /is at least 20 times the trait floor \(2 APT\)/],
  ])('requires typing an anomalous price again: %s', async (text, expected) => {
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers: { [LIST]: () => quoteOf() } })
    await screen.findByRole('button', { name: 'Floor 1' })
    await user.type(screen.getByLabelText('Price'), text)
    await says(expected)
    expect((screen.getByRole('button', { name: 'List' }) as HTMLButtonElement).disabled).toBe(true)
    await user.type(screen.getByLabelText(`Type ${text} to go on`), text)
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
        return { floorPrice, token: null }
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
        [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => ({ floorPrice: '140000000', token: null }),
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
      ...{ netOctas: '74800000', priceOctas: '80000000', commissionOctas: '1200000', royaltyOctas: '4000000' },
      ...{ marketplace: 'own', offerId: '0x7', tokenBid: false, setRoot: null },
    }
    // Another marketplace's bid is higher, of which less is left.
    const topBid = {
      ...{ price: '81000000', offerId: '0x8', marketplace: 'else', remainingTokenAmount: '1', topTokenBid: false },
    }
    const held = testingItem(TOKEN.tokenDataId, { costPrice: '90000000', bestExit, topBid })
    const answers = {
      [LIST]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => ({ data: [held], nextCursor: null, total: 1 }),
    }
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

  // @feature list.terms
  it('go out with the terms that are typed, and say which of them cannot be', async () => {
    const bodies: unknown[] = []
    const answers = {
      [LIST]: (body: unknown) => {
        bodies.push(body)
        return quoteOf()
      },
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await user.type(await screen.findByLabelText('Price'), '2')
    await user.type(screen.getByLabelText('Reserved for (optional)'), 'nobody')
    await says('Enter an address or .apt name')
    await user.clear(screen.getByLabelText('Reserved for (optional)'))
    await user.type(screen.getByLabelText('Reserved for (optional)'), YOU)
    await says('This is your own wallet. Nobody else could buy the item.')
    for (const body of bodies) expect(body).not.toHaveProperty('terms.reservedFor', YOU)
    await user.clear(screen.getByLabelText('Reserved for (optional)'))
    await user.type(screen.getByLabelText('Reserved for (optional)'), BUYER)
    await user.type(screen.getByLabelText('Falls to (optional)'), '3')
    await says('Must be below the price.')
    await user.clear(screen.getByLabelText('Falls to (optional)'))
    await user.type(screen.getByLabelText('Falls to (optional)'), '1')
    await says('Choose when the price reaches this.')
    fireEvent.change(screen.getByLabelText('Lowest price from'), { target: { value: '2100-01-02T03:04' } })
    const until = String(new Date('2100-01-02T03:04').getTime() / 1_000)
    await waitFor(() =>
      expect(bodies.at(-1)).toMatchObject({
        terms: { reservedFor: BUYER, fall: { endPrice: '100000000', untilSeconds: until } },
      }),
    )
    // Later steps bring less.
    await says('You receive at the starting price')
    expect(screen.queryByText('You receive when it sells')).toBeNull()
  })

  // @feature list.terms
  it('say at their fields what a minimum, an end and an expiry mean for the price that falls', async () => {
    const held = testingItem(TOKEN.tokenDataId, { costPrice: '100000000' })
    const answers = {
      [LIST]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => ({ data: [held], nextCursor: null, total: 1 }),
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await screen.findByRole('button', { name: 'Cost 1' }, PATIENT)
    await user.type(screen.getByLabelText('Price'), '2')
    // 2 APT less 1.5 % and 5 %.
    await user.type(screen.getByLabelText('Minimum you receive (optional)'), '1.88')
    await says('This price brings you 1.87 APT.')
    expect((screen.getByRole('button', { name: 'List' }) as HTMLButtonElement).disabled).toBe(true)
    await user.clear(screen.getByLabelText('Minimum you receive (optional)'))
    await user.type(screen.getByLabelText('Falls to (optional)'), '0.5')
    fireEvent.change(screen.getByLabelText('Lowest price from'), { target: { value: '2100-01-02T03:04' } })
    await says('P&L after fees from start to end')
    await says('+0.87 APT (+87%) to -0.53 APT (-53.25%)')
    await user.type(screen.getByLabelText('Minimum you receive (optional)'), '0.4675')
    await says('The price it falls to brings you 0.4675 APT. Enter less than that.')
    await user.clear(screen.getByLabelText('Minimum you receive (optional)'))
    fireEvent.change(screen.getByLabelText('Expires (optional)'), { target: { value: '2100-01-01T03:04' } })
    await says('The listing expires before its price has fallen this far.')
  })

  // @feature list.edit-terms
  it('start with the terms of the listing that is edited, and replace them at its price', async () => {
    const bodies = answeredBodies()
    openTradeDialog(EDIT, { answers: { ...bodies.answers, ...listedOn({ ...FALLING, reservedFor: BUYER }) } })
    const buyer = (await screen.findByLabelText('Reserved for (optional)', {}, PATIENT)) as HTMLInputElement
    const least = screen.getByLabelText('Minimum you receive (optional)') as HTMLInputElement
    expect([buyer.value, least.value]).toEqual([BUYER, '0.00000007'])
    expect((screen.getByLabelText('Falls to (optional)') as HTMLInputElement).value).toBe('0.9')
    await user.clear(buyer)
    await waitFor(() => expect(bodies.last()).toBeDefined(), PATIENT)
    const [{ price }] = (bodies.last() as { items: [{ price: string }] }).items
    expect(price).toBe('100000000')
    expect(bodies.last()).toMatchObject({
      terms: { leastProceeds: '7', fall: { endPrice: '90000000', untilSeconds: FALLING.fallsUntilSeconds } },
    })
    expect(bodies.last()).not.toHaveProperty('terms.reservedFor')
    await press('Save changes')
    await says('Listing updated')
  })

  // @feature list.edit-terms, list.reprice
  it('start with the present price, and ask for a change before anything can be signed', async () => {
    const bodies = answeredBodies()
    openTradeDialog(EDIT, { answers: { ...bodies.answers, ...listedOn({ ...FALLING, reservedFor: BUYER }) } })
    const price = (await screen.findByLabelText('Price', {}, PATIENT)) as HTMLInputElement
    expect(price.value).toBe('1')
    await screen.findByLabelText('Reserved for (optional)', {}, PATIENT)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' })
    const reason = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    await waitFor(() => expect(reason()).toBe('Change the price or the terms.'))
    expect([button.disabled, bodies.last()]).toEqual([true, undefined])
    await typePrice('1.0')
    expect(reason()).toBe('Change the price or the terms.')
    await typePrice('1.1')
    await waitFor(() => expect(bodies.last()).toMatchObject({ items: [{ price: '110000000' }] }))
  })

  // @feature list.edit-terms, list.reprice
  it('are those of the present step in their field where they fall, and what is typed is what is signed', async () => {
    const bodies = answeredBodies()
    openTradeDialog(EDIT, { answers: { ...bodies.answers, ...listedOn(FALLING, 'valid', '95000000') } })
    const least = await screen.findByLabelText('Minimum you receive (optional)', {}, PATIENT)
    expect((screen.getByLabelText('Price') as HTMLInputElement).value).toBe('0.95')
    await user.clear(least)
    await waitFor(() => expect(bodies.last()).toMatchObject({ items: [{ price: '95000000' }] }), PATIENT)
    // The price that the list showed when the dialog was opened.
    await typePrice('1')
    await waitFor(() => expect(bodies.last()).toMatchObject({ items: [{ price: '100000000' }] }), PATIENT)
  })

  // @feature list.fat-finger, list.edit-terms
  it('have to be typed again where the API says that the listing is far cheaper than the page showed', async () => {
    const bodies = answeredBodies()
    const tokens = [{ ...TOKEN, listedPrice: '190000000' }]
    openTradeDialog({ ...EDIT, tokens }, { answers: { ...bodies.answers, ...listedOn(NO_TERMS, 'valid', '1000000') } })
    await user.type(await screen.findByLabelText('Minimum you receive (optional)', {}, PATIENT), '0.005')
    await says(/is at most half of/)
    expect((screen.getByRole('button', { name: 'Save changes' }) as HTMLButtonElement).disabled).toBe(true)
  })

  // @feature list.terms
  it('are reserved for the wallet of an Aptos name, once that is known', async () => {
    const bodies: unknown[] = []
    const names = Promise.withResolvers<void>()
    const answers = {
      [LIST]: (body: unknown) => {
        bodies.push(body)
        return quoteOf()
      },
      '/data/user/named/alice.apt': () => names.promise.then(() => ({ name: 'alice.apt', walletAddress: BUYER })),
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await user.type(await screen.findByLabelText('Price'), '2')
    await user.type(screen.getByLabelText('Reserved for (optional)'), 'alice.apt')
    await says('Looking up name')
    expect((screen.getByRole('button', { name: 'List' }) as HTMLButtonElement).disabled).toBe(true)
    names.resolve()
    await says(BUYER)
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ terms: { reservedFor: BUYER } }), PATIENT)
  })

  // @feature list.edit-terms
  it('leave the terms of a listing at another price, and name none where it has none', async () => {
    const bodies = answeredBodies()
    openTradeDialog(EDIT, { answers: { ...bodies.answers, ...listedOn({ ...NO_TERMS, reservedFor: BUYER }) } })
    await screen.findByLabelText('Reserved for (optional)', {}, PATIENT)
    await typePrice('1.1')
    await waitFor(() =>
      expect(bodies.last()).toMatchObject({ items: [{ price: '110000000' }], terms: { reservedFor: BUYER } }),
    )
    resetTradeHarness()
    const plain = answeredBodies()
    openTradeDialog(EDIT, { answers: { ...plain.answers, ...listedOn(null) } })
    await screen.findByLabelText('Reserved for (optional)', {}, PATIENT)
    await typePrice('1.1')
    await waitFor(() => expect(plain.last()).toMatchObject({ items: [{ price: '110000000' }] }))
    expect(plain.last()).not.toHaveProperty('terms')
  })

  // @feature list.edit-terms
  it('ask for a later end of a listing that has expired', async () => {
    const bodies = answeredBodies()
    openTradeDialog(EDIT, {
      answers: { ...bodies.answers, ...listedOn({ ...NO_TERMS, expiresAtSeconds: '1700000000' }, 'expired') },
    })
    await says('Choose a later time.')
    fireEvent.change(screen.getByLabelText('Expires (optional)'), { target: { value: '2100-01-02T03:04' } })
    const expiresAtSeconds = String(new Date('2100-01-02T03:04').getTime() / 1_000)
    await waitFor(() => expect(bodies.last()).toMatchObject({ terms: { expiresAtSeconds } }))
  })

  // @feature list.fat-finger, list.terms
  it.each([
    ['1.9', 'fixed', null],
    ['1.9', '0.4', /is at most half of the trait floor \(2 APT\)/],
    ['1.9', '1.1', null],
  ])(
    'of %s that falls to %s has to be typed again where that is far below the market',
    async (price, end, expected) => {
      openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers: { [LIST]: () => quoteOf() } })
      await screen.findByRole('button', { name: 'Floor 1' })
      await user.type(screen.getByLabelText('Price'), price)
      if (end !== 'fixed') await user.type(screen.getByLabelText('Falls to (optional)'), end)
      if (end !== 'fixed')
        fireEvent.change(screen.getByLabelText('Lowest price from'), { target: { value: '2100-01-02T03:04' } })
      if (expected !== null) {
        await says(expected)
        expect((screen.getByRole('button', { name: 'List' }) as HTMLButtonElement).disabled).toBe(true)
        await user.type(screen.getByLabelText(`Type ${end} to go on`), end)
      }
      await says(end === 'fixed' ? 'You receive when it sells' : 'You receive at the starting price')
      await says(end === 'fixed' ? 'When it sells' : 'At the starting price, less as it falls')
      await press('List')
      await says('Item listed')
    },
  )

  // @feature list.fat-finger
  it('warn of a listing below the top bid', async () => {
    const bestExit = {
      ...{ netOctas: '1870000000', priceOctas: '2000000000', commissionOctas: '30000000', royaltyOctas: '100000000' },
      ...{ marketplace: 'own', offerId: '0x7', tokenBid: false, setRoot: null },
    }
    const held = testingItem(TOKEN.tokenDataId, { bestExit })
    const answers = {
      [LIST]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => ({ data: [held], nextCursor: null, total: 1 }),
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await press('Top bid 20')
    expect(screen.queryByText(/is below the top bid/)).toBeNull()
    await user.clear(screen.getByRole('textbox', { name: /price/i }))
    await user.type(screen.getByRole('textbox', { name: /price/i }), '19.99999999')
    await says(/is below the top bid \(20 APT\)/)
  })

  // The cost of an edition covers all its items; a listing sells one of them.
  it.each([
    ['the cost is unknown', {}],
    ['it is the cost of several items', { held: '5', costPrice: '5000000000' }],
  ])('say nothing of a gain where %s', async (_, change) => {
    const held = testingItem(TOKEN.tokenDataId, change)
    const answers = {
      [LIST]: () => quoteOf(),
      [`/data/user/tokens/${YOU}`]: () => ({ data: [held], nextCursor: null, total: 1 }),
    }
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

/** Types a price in place of the one that the dialog starts with. */
async function typePrice(text: string): Promise<void> {
  const field = await screen.findByLabelText('Price', {}, PATIENT)
  await user.clear(field)
  await user.type(field, text)
}

const BUYER = `0x${'b'.repeat(64)}`
const EDIT = { kind: 'update-price', tokens: [TOKEN] } as const
const NO_TERMS: ListingTerms = {
  ...{ startPrice: null, endPrice: null, fallsFromSeconds: null, fallsUntilSeconds: null, nextChangeSeconds: null },
  ...{ expiresAtSeconds: null, reservedFor: null, leastProceeds: null },
}
const FALLING: ListingTerms = {
  ...NO_TERMS,
  ...{ startPrice: '200000000', endPrice: '90000000', fallsFromSeconds: '1700000000', fallsUntilSeconds: '4000000017' },
  ...{ nextChangeSeconds: '1900000000', leastProceeds: '7' },
}

/** Answers the token with its one listing, on these terms. @param price what the listing costs by now, octas. */
function listedOn(terms: ListingTerms | null, validity: Listing['validity'] = 'valid', price = TOKEN.listedPrice) {
  const { tokenDataId, marketplace, listingId } = TOKEN
  const listing: Listing = {
    ...{ tokenDataId, marketplace, listingId, price, terms, validity, seller: YOU, propertyVersion: '0' },
    ...{ placedAtMicros: '1', version: '1' },
  }
  return { [`/api/collection/nfts/${tokenDataId}`]: () => detailOf({ listings: [listing] }) }
}

/** Records what is asked of the API for the dialog. */
function answeredBodies() {
  const bodies: unknown[] = []
  const quote = (body: unknown) => {
    bodies.push(body)
    return quoteOf()
  }
  return { answers: { [UPDATE]: quote }, last: () => bodies.at(-1) }
}
