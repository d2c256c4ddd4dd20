import type { Activity } from '@opal/contract/activities'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { deliverLive } from '../../../../shared/realtime/live-bus.ts'
import { NO_TERMS } from '../../../../testing/testing-item.ts'
import { openTradeDialog, quoteOf, recordQuotes, TOKEN, YOU } from '../../testing/trade-harness.tsx'
import { PATIENT, press, resetTradeHarness, says, typePrice, UPDATE, user } from '../../testing/user-driver.ts'
import { BUYER, EDIT, FALLING, listedOn } from '../testing/listed-on.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('price and terms of a listing that is edited', () => {
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
})
