// @vitest-environment happy-dom
import type { TradeAnswer } from '@opal/contract/trading/trade'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { BID, LIST, PATIENT, resetTradeHarness, says, UPDATE, user } from '../testing/user-driver.ts'

afterEach(resetTradeHarness)

const COLLECTION = { collectionId: TOKEN.collectionId, collectionName: 'Stones', collectionImage: null }
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

const isOff = (name: string) => screen.getByRole('button', { name }).matches(':disabled, [aria-disabled="true"]')
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label, {}, PATIENT)
  await user.clear(field)
  await user.type(field, text)
}
const settled = () => new Promise((done) => setTimeout(done, 50))

// @feature trade.enter
describe('Enter in the price of a trade', () => {
  it.each(CASES)('presses the button: $button', async ({ request, call, field, price, button }) => {
    const quote = Promise.withResolvers<TradeAnswer>()
    const { signAndSubmit } = openTradeDialog(request, { answers: { [call]: () => quote.promise } })
    await type(field, price)
    await user.keyboard('{Enter}')
    quote.resolve(quoteOf())
    await waitFor(() => expect(isOff(button)).toBe(false), PATIENT)
    expect(signAndSubmit).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledOnce(), PATIENT)
  })

  it('presses nothing before an unusual price is typed again, nor where that is typed', async () => {
    const { signAndSubmit } = openTradeDialog(LISTING.request, { answers: { [LIST]: () => quoteOf() } })
    await screen.findByRole('button', { name: 'Floor 1' }, PATIENT)
    await type('Price', '0.4')
    await says('You receive when it sells')
    await user.keyboard('{Enter}')
    await type('Type 0.4 to go on', '0.4{Enter}')
    await waitFor(() => expect(isOff('List')).toBe(false), PATIENT)
    await settled()
    expect(signAndSubmit).not.toHaveBeenCalled()
    await user.click(screen.getByLabelText('Price'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(signAndSubmit).toHaveBeenCalledOnce(), PATIENT)
  })

  it('presses nothing in a table of prices', async () => {
    const request = { kind: 'list', tokens: [TOKEN, OTHER_TOKEN] } as const
    const { signAndSubmit } = openTradeDialog(request, { answers: { [LIST]: () => quoteOf() } })
    await type('New price of Stone #9', '1.2')
    await type('New price of Stone #10', '1.2')
    await waitFor(() => expect(isOff('List')).toBe(false), PATIENT)
    await user.keyboard('{Enter}')
    await settled()
    expect(signAndSubmit).not.toHaveBeenCalled()
    expect(isOff('List')).toBe(false)
  })
})
