import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { NO_TERMS, testingItem } from '../../../../testing/testing-item.ts'
import { holding, openTradeDialog, quoteOf, recordQuotes, TOKEN, YOU } from '../../testing/trade-harness.tsx'
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
import { BUYER, EDIT, listedOn } from '../testing/listed-on.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('price and terms of a new listing', () => {
  // @feature list.terms
  it('go out with the terms that are typed, and say which of them cannot be', async () => {
    const { bodies, answers } = recordQuotes(LIST)
    openTradeDialog({ kind: 'list', tokens: [TOKEN] }, { answers })
    await user.type(await screen.findByLabelText('Price'), '2')
    await user.type(screen.getByLabelText('Reserved for (optional)'), 'nobody')
    await says('Enter an address or .apt name')
    await user.clear(screen.getByLabelText('Reserved for (optional)'))
    await user.type(screen.getByLabelText('Reserved for (optional)'), YOU)
    await says('This is your own wallet. No one else could buy the item.')
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
