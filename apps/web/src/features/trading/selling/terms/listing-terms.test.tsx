import type { Activity } from '@opal/contract/activities'
import type { Listing, ListingTerms } from '@opal/contract/shapes/orders'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { deliverLive } from '../../../../shared/realtime/live-bus.ts'
import { testingItem } from '../../../../testing/testing-item.ts'
import {
  detailOf,
  holding,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  recordQuotes,
  TOKEN,
  YOU,
} from '../../testing/trade-harness.tsx'
import {
  isOff,
  LIST,
  PATIENT,
  press,
  resetTradeHarness,
  says,
  typePrice,
  UPDATE,
  user,
} from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const BUYER = `0x${'b'.repeat(64)}`
const EDIT = { kind: 'update-price', tokens: [TOKEN] } as const
const NO_TERMS: ListingTerms = {
  startPrice: null,
  endPrice: null,
  fallsFromSeconds: null,
  fallsUntilSeconds: null,
  nextChangeSeconds: null,
  expiresAtSeconds: null,
  reservedFor: null,
  leastProceeds: null,
}
const FALLING: ListingTerms = {
  ...NO_TERMS,
  startPrice: '200000000',
  endPrice: '90000000',
  fallsFromSeconds: '1700000000',
  fallsUntilSeconds: '4000000017',
  nextChangeSeconds: '1900000000',
  leastProceeds: '7',
}

/** Answers the token with its one listing, on these terms. @param price what the listing costs by now, octas. */
function listedOn(terms: ListingTerms | null, validity: Listing['validity'] = 'valid', price = TOKEN.listedPrice) {
  const { tokenDataId, marketplace, listingId } = TOKEN
  const listing: Listing = {
    tokenDataId,
    marketplace,
    listingId,
    price,
    terms,
    validity,
    seller: YOU,
    propertyVersion: '0',
    placedAtMicros: '1',
    version: '1',
  }
  return { [`/api/collection/nfts/${tokenDataId}`]: () => detailOf({ listings: [listing] }) }
}

describe('price and terms of a listing', () => {
  // @feature list.terms
  it('go out with the terms that are typed, and say which of them cannot be', async () => {
    const { bodies, answers } = recordQuotes(LIST)
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
    const answers = { [LIST]: () => quoteOf(), ...holding(held) }
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
    await says('P&L after fees from the starting to the lowest price')
    await says('+0.87 APT (+87%) to -0.53 APT (-53.25%)')
    await user.type(screen.getByLabelText('Minimum you receive (optional)'), '0.4675')
    await says('The price it falls to brings you 0.4675 APT. Enter less than that.')
    await user.clear(screen.getByLabelText('Minimum you receive (optional)'))
    fireEvent.change(screen.getByLabelText('Expires (optional)'), { target: { value: '2100-01-01T03:04' } })
    await says('The listing expires before its price has fallen this far.')
  })

  // @feature list.terms, list.edit-terms
  it.each([
    ['Expires (optional)', 'a new listing'],
    ['Lowest price from', 'a new listing'],
    ['Expires (optional)', 'one that expires'],
  ] as const)('are not signed while the field %s of %s has a day without its hour', async (label, what) => {
    const isNew = what === 'a new listing'
    const { bodies, answers } = recordQuotes(isNew ? LIST : UPDATE)
    const listed = isNew ? {} : listedOn({ ...NO_TERMS, expiresAtSeconds: '4000000000' })
    openTradeDialog(isNew ? { kind: 'list', tokens: [TOKEN] } : EDIT, { answers: { ...answers, ...listed } })
    const field = await screen.findByLabelText<HTMLInputElement>(label, {}, PATIENT)
    expect(field.value === '').toBe(isNew)
    await typePrice('1.1')
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items: [{ price: '110000000' }] }), PATIENT)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: isNew ? 'List' : 'Save changes' })
    await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
    // A browser has no text for a part of a time, and says nothing where there was none before.
    const leave = (isUnfinished: boolean) => {
      Object.defineProperty(field, 'validity', { configurable: true, value: { badInput: isUnfinished } })
      if (field.value !== '') fireEvent.change(field, { target: { value: '' } })
      fireEvent.blur(field)
    }
    leave(true)
    await says('Enter the date and the time.')
    expect(isOff(button)).toBe(true)
    expect(field.value).toBe('')
    const asked = bodies.length
    leave(false)
    await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
    expect(screen.queryByText('Enter the date and the time.')).toBeNull()
    expect(bodies.slice(asked).every((body) => !JSON.stringify(body).includes('unfinished'))).toBe(true)
  })

  // @feature list.edit-terms
  it('start with the terms of the listing that is edited, and replace them at its price', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    openTradeDialog(EDIT, { answers: { ...answers, ...listedOn({ ...FALLING, reservedFor: BUYER }) } })
    const buyer = (await screen.findByLabelText('Reserved for (optional)', {}, PATIENT)) as HTMLInputElement
    const least = screen.getByLabelText('Minimum you receive (optional)') as HTMLInputElement
    expect([buyer.value, least.value]).toEqual([BUYER, '0.00000007'])
    expect((screen.getByLabelText('Falls to (optional)') as HTMLInputElement).value).toBe('0.9')
    await user.clear(buyer)
    await waitFor(() => expect(bodies.at(-1)).toBeDefined(), PATIENT)
    const [{ price }] = (bodies.at(-1) as { items: [{ price: string }] }).items
    expect(price).toBe('100000000')
    expect(bodies.at(-1)).toMatchObject({
      terms: { leastProceeds: '7', fall: { endPrice: '90000000', untilSeconds: FALLING.fallsUntilSeconds } },
    })
    expect(bodies.at(-1)).not.toHaveProperty('terms.reservedFor')
    await press('Save changes')
    await says('Listing updated')
  })

  // @feature list.edit-terms, list.reprice
  it('start with the present price, and ask for a change before anything can be signed', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    openTradeDialog(EDIT, { answers: { ...answers, ...listedOn({ ...FALLING, reservedFor: BUYER }) } })
    const price = (await screen.findByLabelText('Price', {}, PATIENT)) as HTMLInputElement
    expect(price.value).toBe('1')
    await screen.findByLabelText('Reserved for (optional)', {}, PATIENT)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' })
    const reason = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    await waitFor(() => expect(reason()).toBe('Change the price or the terms.'))
    expect([button.disabled, bodies.at(-1)]).toEqual([true, undefined])
    await typePrice('1.0')
    expect(reason()).toBe('Change the price or the terms.')
    await typePrice('1.1')
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items: [{ price: '110000000' }] }))
  })

  // @feature list.edit-terms, list.reprice
  it('are those of the present step in their field where they fall, and what is typed is what is signed', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    openTradeDialog(EDIT, { answers: { ...answers, ...listedOn(FALLING, 'valid', '95000000') } })
    const least = await screen.findByLabelText('Minimum you receive (optional)', {}, PATIENT)
    expect((screen.getByLabelText('Price') as HTMLInputElement).value).toBe('0.95')
    await user.clear(least)
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items: [{ price: '95000000' }] }), PATIENT)
    // The price that the list showed when the dialog was opened.
    await typePrice('1')
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items: [{ price: '100000000' }] }), PATIENT)
  })

  // @feature list.edit-terms, list.reprice
  it('follow the listing that another page edits while its terms are typed', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    let price = TOKEN.listedPrice
    const path = `/api/collection/nfts/${TOKEN.tokenDataId}`
    const listed = { [path]: () => listedOn(NO_TERMS, 'valid', price)[path]?.() }
    openTradeDialog(EDIT, { answers: { ...answers, ...listed } })
    await user.type(await screen.findByLabelText('Minimum you receive (optional)', {}, PATIENT), '0.5')
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items: [{ price }] }), PATIENT)
    price = '900000000'
    const { tokenDataId, collectionId } = TOKEN
    const activity = { kind: 'reprice', from: YOU, to: null, tokenDataId, collectionId, price } as Activity
    act(() => deliverLive({ kind: 'activity', id: '1', collectionId, version: '1', at: '1', activity }))
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ items: [{ price }] }), PATIENT)
    expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('9')
  })

  // @feature list.fat-finger, list.edit-terms
  it('have to be typed again where the API says that the listing is far cheaper than the page showed', async () => {
    const answers = { [UPDATE]: () => quoteOf(), ...listedOn(NO_TERMS, 'valid', '1000000') }
    openTradeDialog({ ...EDIT, tokens: [{ ...TOKEN, listedPrice: '190000000' }] }, { answers })
    await user.type(await screen.findByLabelText('Minimum you receive (optional)', {}, PATIENT), '0.005')
    await says(/is at most half of/)
    expect((screen.getByRole('button', { name: 'Save changes' }) as HTMLButtonElement).disabled).toBe(true)
  })

  // @feature list.terms
  it('are reserved for the wallet of an Aptos name, once that is known', async () => {
    const { bodies, answers } = recordQuotes(LIST)
    const names = Promise.withResolvers<void>()
    const named = {
      '/data/user/named/alice.apt': () => names.promise.then(() => ({ name: 'alice.apt', walletAddress: BUYER })),
    }
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers: { ...answers, ...named } })
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
    const { bodies, answers } = recordQuotes(UPDATE)
    openTradeDialog(EDIT, { answers: { ...answers, ...listedOn({ ...NO_TERMS, reservedFor: BUYER }) } })
    await screen.findByLabelText('Reserved for (optional)', {}, PATIENT)
    await typePrice('1.1')
    await waitFor(() =>
      expect(bodies.at(-1)).toMatchObject({ items: [{ price: '110000000' }], terms: { reservedFor: BUYER } }),
    )
    resetTradeHarness()
    const plain = recordQuotes(UPDATE)
    openTradeDialog(EDIT, { answers: { ...plain.answers, ...listedOn(null) } })
    await screen.findByLabelText('Reserved for (optional)', {}, PATIENT)
    await typePrice('1.1')
    await waitFor(() => expect(plain.bodies.at(-1)).toMatchObject({ items: [{ price: '110000000' }] }))
    expect(plain.bodies.at(-1)).not.toHaveProperty('terms')
  })

  // @feature list.edit-terms
  it('ask for a later end of a listing that has expired', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    openTradeDialog(EDIT, {
      answers: { ...answers, ...listedOn({ ...NO_TERMS, expiresAtSeconds: '1700000000' }, 'expired') },
    })
    await says('Choose a later time.')
    fireEvent.change(screen.getByLabelText('Expires (optional)'), { target: { value: '2100-01-02T03:04' } })
    const expiresAtSeconds = String(new Date('2100-01-02T03:04').getTime() / 1_000)
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ terms: { expiresAtSeconds } }))
  })

  // @feature list.fat-finger, list.edit-terms
  it.each([
    ['has expired and is given a later end', 'expired', { expiresAtSeconds: '1700000000' }, 'Expires (optional)', true],
    ['was reserved and is for everyone', 'reserved', { reservedFor: BUYER }, 'Reserved for (optional)', true],
    ['stays reserved for the same buyer', 'reserved', { reservedFor: BUYER }, 'Minimum you receive (optional)', false],
    ['stays for sale to everyone', 'valid', { reservedFor: null }, 'Minimum you receive (optional)', false],
  ] as const)(
    'are compared with the market where a listing %s, at the price that it had',
    async (_, validity, terms, field, isAsked) => {
      const { answers } = recordQuotes(UPDATE)
      const price = '10000000'
      const tokens = [{ ...TOKEN, listedPrice: price }]
      const { signAndSubmit } = openTradeDialog(
        { ...EDIT, tokens },
        { answers: { ...answers, ...listedOn({ ...NO_TERMS, ...terms }, validity, price) } },
      )
      const typed = { expired: '2100-01-02T03:04', reserved: isAsked ? '' : '0.05', valid: '0.05' }[validity]
      fireEvent.change(await screen.findByLabelText(field, {}, PATIENT), { target: { value: typed } })
      if (isAsked) {
        await says(/^Stone #9 at 0\.1 APT is at most half of /)
        expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true)
        await user.type(screen.getByLabelText('Type 0.1 to continue'), '0.1')
      }
      await press('Save changes')
      await says('Listing updated')
      expect(signAndSubmit).toHaveBeenCalledTimes(1)
      expect(screen.queryByText(/is at most half of/)).toBeNull()
    },
  )

  // @feature list.fat-finger, list.terms
  it('have a price that was typed for one buyer typed again where it is for everyone', async () => {
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers: { [LIST]: () => quoteOf() } })
    await typePrice('0.1')
    const buyer = screen.getByLabelText('Reserved for (optional)')
    fireEvent.change(buyer, { target: { value: BUYER } })
    const typed = () => screen.findByLabelText<HTMLInputElement>('Type 0.1 to continue', {}, PATIENT)
    await user.type(await typed(), '0.1')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'List' })
    await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
    fireEvent.change(buyer, { target: { value: '' } })
    expect((await typed()).value).toBe('')
    await says('You receive when it sells')
    expect(isOff(button)).toBe(true)
    await user.type(await typed(), '0.1')
    await press('List')
    await says('Item listed')
  })

  // @feature list.edit-terms
  it('of several listings are all replaced once one is typed, and reservations that this would end are counted', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    const other = { [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf({ ...OTHER_TOKEN }) }
    const reserved = listedOn({ ...NO_TERMS, reservedFor: BUYER }, 'reserved')
    const tokens = [TOKEN, OTHER_TOKEN]
    openTradeDialog({ kind: 'update-price', tokens }, { answers: { ...answers, ...other, ...reserved } })
    const note = await says(/^These replace all terms of all selected listings: an empty field ends that term\./)
    expect(note.textContent).not.toMatch(/reserved/)
    fireEvent.change(screen.getByLabelText('Expires (optional)'), { target: { value: '2100-01-02T03:04' } })
    await waitFor(() => expect(bodies.at(-1)).toHaveProperty('terms.expiresAtSeconds'), PATIENT)
    expect(bodies.at(-1)).not.toHaveProperty('terms.reservedFor')
    expect(note.textContent).toMatch(/ 1 of them is reserved for one buyer: anyone could buy it then\.$/)
    await user.type(screen.getByLabelText('Reserved for (optional)'), BUYER)
    await waitFor(() => expect(note.textContent).not.toMatch(/anyone could buy/), PATIENT)
  })

  // @feature list.edit-terms
  it('of several listings are typed beside those of the last one, once the others are taken out', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    const other = { [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf({ ...OTHER_TOKEN }) }
    const reserved = listedOn({ ...NO_TERMS, reservedFor: BUYER, leastProceeds: '7' }, 'reserved')
    const tokens = [TOKEN, OTHER_TOKEN]
    openTradeDialog({ kind: 'update-price', tokens }, { answers: { ...answers, ...other, ...reserved } })
    const expires = await screen.findByLabelText('Expires (optional)', {}, PATIENT)
    fireEvent.change(expires, { target: { value: '2100-01-02T03:04' } })
    await user.type(screen.getByLabelText('Minimum you receive (optional)'), '0.5')
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ terms: { leastProceeds: '50000000' } }), PATIENT)
    await press(`Remove ${OTHER_TOKEN.name}`)
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
    expect(['Reserved for (optional)', 'Minimum you receive (optional)'].map(field)).toEqual([BUYER, '0.5'])
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ terms: { reservedFor: BUYER } }), PATIENT)
    expect(bodies.at(-1)).toMatchObject({ terms: { leastProceeds: '50000000' } })
    expect(bodies.at(-1)).toHaveProperty('terms.expiresAtSeconds')
    // From here on an empty field ends its term.
    await user.clear(screen.getByLabelText('Reserved for (optional)'))
    await waitFor(() => expect(bodies.at(-1)).not.toHaveProperty('terms.reservedFor'), PATIENT)
  })

  // @feature list.edit-terms
  it('of a reserved listing among several are counted, also where it has expired by now', async () => {
    const { bodies, answers } = recordQuotes(UPDATE)
    const other = { [`/api/collection/nfts/${OTHER_TOKEN.tokenDataId}`]: () => detailOf({ ...OTHER_TOKEN }) }
    const expired = listedOn({ ...NO_TERMS, reservedFor: BUYER, expiresAtSeconds: '1700000000' }, 'expired')
    const tokens = [TOKEN, OTHER_TOKEN]
    openTradeDialog({ kind: 'update-price', tokens }, { answers: { ...answers, ...other, ...expired } })
    const note = await says(/^These replace all terms of all selected listings/)
    fireEvent.change(screen.getByLabelText('Expires (optional)'), { target: { value: '2100-01-02T03:04' } })
    await waitFor(() => expect(bodies.at(-1)).toHaveProperty('terms.expiresAtSeconds'), PATIENT)
    expect(note.textContent).toMatch(/ 1 of them is reserved for one buyer: anyone could buy it then\.$/)
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
        await user.type(screen.getByLabelText(`Type ${end} to continue`), end)
      }
      await says(end === 'fixed' ? 'You receive when it sells' : 'You receive at the starting price')
      await says(end === 'fixed' ? 'When it sells' : 'At the starting price, less as it falls')
      await press('List')
      await says('Item listed')
    },
  )
})
