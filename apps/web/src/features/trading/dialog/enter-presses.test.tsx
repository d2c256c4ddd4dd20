// @vitest-environment happy-dom
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { COLLECTION } from '../testing/every-request.ts'
import { itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import {
  ACCEPT,
  BID,
  BUY,
  DELIST,
  isOff,
  LIST,
  PATIENT,
  resetTradeHarness,
  SWEEP,
  says,
  UPDATE,
  user,
} from '../testing/user-driver.ts'

afterEach(resetTradeHarness)

interface Case {
  readonly request: TradeRequest
  readonly call: string
  readonly field: string
  readonly price: string
  readonly button: string
}
const LISTING: Case = {
  request: { kind: 'list', tokens: [TOKEN] },
  call: LIST,
  field: 'Price',
  price: '1.2',
  button: 'List',
}
const BIDDING: Case = {
  request: { kind: 'token-bid', token: TOKEN },
  call: BID,
  field: 'Bid price',
  price: '0.9',
  button: 'Place Bid',
}
const CASES: readonly Case[] = [
  LISTING,
  { ...LISTING, request: { kind: 'update-price', tokens: [TOKEN] }, call: UPDATE, button: 'Save changes' },
  BIDDING,
  {
    ...BIDDING,
    request: { kind: 'collection-bid', collection: COLLECTION },
    call: '/api/collection/bid',
    field: 'Bid price per item',
    button: 'Place Collection Bid',
  },
]

const buttonOf = (name: string) => screen.getByRole('button', { name })
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label, {}, PATIENT)
  await user.clear(field)
  await user.type(field, text)
}
const EARLY = 'Getting your quote. Press again once it’s here.'
const ANSWERED = 'Your quote is here. Check it, then press again.'
const settled = () => new Promise((done) => setTimeout(done, 50))

// @feature trade.enter
describe('Enter in the price of a trade', () => {
  it.each(CASES)(
    'presses the button, and says so where it is too early: $button',
    async ({ request, call, field, price }) => {
      const quote = Promise.withResolvers<TradeAnswer>()
      const { signAndSubmit } = openTradeDialog(request, { answers: { [call]: () => quote.promise } })
      await type(field, price)
      await user.keyboard('{Enter}')
      await says(EARLY)
      // One goes on typing.
      expect(document.activeElement).toBe(screen.getByLabelText(field))
      quote.resolve(quoteOf())
      await says(ANSWERED)
      await settled()
      expect(signAndSubmit).not.toHaveBeenCalled()
      await user.keyboard('{Enter}')
      await waitFor(() => expect(signAndSubmit).toHaveBeenCalledOnce(), PATIENT)
    },
  )

  it('leaves Enter to an input method that composes a number', async () => {
    const { signAndSubmit } = openTradeDialog(BIDDING.request, { answers: { [BID]: () => quoteOf() } })
    await type(BIDDING.field, BIDDING.price)
    await waitFor(() => expect(isOff(buttonOf(BIDDING.button))).toBe(false), PATIENT)
    fireEvent.keyDown(screen.getByLabelText(BIDDING.field), { key: 'Enter', isComposing: true })
    await settled()
    expect(document.activeElement).toBe(screen.getByLabelText(BIDDING.field))
    expect(signAndSubmit).not.toHaveBeenCalled()
  })

  it('goes to the confirmation of an unusual price, says so where that is wrong, and from there to the button', async () => {
    const { signAndSubmit } = openTradeDialog(LISTING.request, { answers: { [LIST]: () => quoteOf() } })
    await screen.findByRole('button', { name: 'Floor 1' }, PATIENT)
    await type('Price', '0.4')
    await says('You receive when it sells')
    await user.keyboard('{Enter}')
    const confirmation = screen.getByLabelText('Type 0.4 to continue')
    expect(document.activeElement).toBe(confirmation)
    await user.keyboard('0.5{Enter}')
    await says('This isn’t 0.4.')
    expect(document.activeElement).toBe(confirmation)
    await user.clear(confirmation)
    expect(screen.queryByText('This isn’t 0.4.')).toBeNull()
    await user.keyboard('0.4{Enter}')
    await waitFor(() => expect(isOff(buttonOf('List'))).toBe(false), PATIENT)
    expect(document.activeElement).toBe(buttonOf('List'))
    await settled()
    expect(signAndSubmit).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledOnce(), PATIENT)
  })

  it('presses nothing in a table of prices', async () => {
    const request = { kind: 'list', tokens: [TOKEN, OTHER_TOKEN] } as const
    const { signAndSubmit } = openTradeDialog(request, { answers: { [LIST]: () => quoteOf() } })
    await type('New price of Stone #9', '1.2')
    await type('New price of Stone #10', '1.2')
    await waitFor(() => expect(isOff(buttonOf('List 2 items'))).toBe(false), PATIENT)
    await user.keyboard('{Enter}')
    await settled()
    expect(signAndSubmit).not.toHaveBeenCalled()
    expect(isOff(buttonOf('List 2 items'))).toBe(false)
  })
})

/** Dialogs without a price to type: they have the focus themselves as they open. */
const FIXED: readonly Pick<Case, 'request' | 'call' | 'button'>[] = [
  { request: { kind: 'buy', tokens: [TOKEN] }, call: BUY, button: 'Confirm purchase' },
  { request: { kind: 'buy-cart', tokens: [TOKEN, OTHER_TOKEN] }, call: BUY, button: 'Confirm purchase' },
  {
    request: {
      kind: 'sweep',
      collection: COLLECTION,
      criteria: { filter: {}, count: 1, excludedTokens: [], excludedMarketplaces: [] },
    },
    call: SWEEP,
    button: 'Confirm purchase',
  },
  { request: { kind: 'accept-bid', tokens: [TOKEN] }, call: ACCEPT, button: 'Accept bid' },
  { request: { kind: 'delist', tokens: [TOKEN] }, call: DELIST, button: 'Delist' },
]

/** A price that needs no confirmation of its own; a sweep's quote has a curve as well. */
const QUOTE = {
  ...quoteOf({ priceOctas: '95000000' }, { items: [itemOf({ priceOctas: '95000000' })] }),
  curve: [],
}

// @feature trade.enter
describe('Enter in a dialog that has just opened', () => {
  it.each(FIXED)('goes to the button, and says so before the quote is there: $request.kind', async (one) => {
    const quote = Promise.withResolvers<TradeAnswer>()
    const { signAndSubmit } = openTradeDialog(one.request, { answers: { [one.call]: () => quote.promise } })
    const dialog = await screen.findByRole('dialog', {}, PATIENT)
    await waitFor(() => expect(document.activeElement).toBe(dialog))
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(buttonOf(one.button))
    await says(EARLY)
    await user.keyboard('{Enter}')
    quote.resolve(QUOTE)
    await says(ANSWERED)
    await settled()
    expect(signAndSubmit).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledOnce(), PATIENT)
  })

  it.each(FIXED)('presses nothing where the quote is there: $request.kind', async ({ request, call, button }) => {
    const { signAndSubmit } = openTradeDialog(request, { answers: { [call]: () => QUOTE } })
    const dialog = await screen.findByRole('dialog', {}, PATIENT)
    await waitFor(() => expect(isOff(buttonOf(button))).toBe(false), PATIENT)
    expect(document.activeElement).toBe(dialog)
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(buttonOf(button))
    await settled()
    expect(signAndSubmit).not.toHaveBeenCalled()
    expect(screen.queryByText(ANSWERED)).toBeNull()
  })

  it('presses the button once while it is held: by then the quote may be another one', async () => {
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers: { [ACCEPT]: () => QUOTE } })
    await waitFor(() => expect(isOff(buttonOf('Accept bid'))).toBe(false), PATIENT)
    const button = buttonOf('Accept bid')
    const isPress = (key: string, repeat: boolean) => fireEvent.keyDown(button, { key, repeat })
    expect([isPress('Enter', false), isPress('Enter', true), isPress('ArrowDown', true)]).toEqual([true, false, true])
  })
})
