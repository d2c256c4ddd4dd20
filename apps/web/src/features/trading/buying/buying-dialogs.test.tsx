import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { cart } from '../../../entities/order/cart.ts'
import { parseApt } from '../../../shared/format/apt.ts'
import { SWEEP_REQUEST } from '../testing/every-request.ts'
import { itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, REFUSED, TOKEN, traitFloor } from '../testing/trade-harness.tsx'
import { BUY, dialog, PATIENT, press, resetTradeHarness, SWEEP, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(() => {
  resetTradeHarness()
  cart.set(cart.initial)
})

/** Returns the exact amount in the row of a name. */
function amountBeside(name: HTMLElement): string | undefined {
  return name.parentElement?.querySelector<HTMLElement>('dd [title]')?.title
}

describe('buying', () => {
  // @feature buy.dialog, trade.shape
  it('shows the token, and its amounts to the octa, in a dialog 720 wide', async () => {
    const money = {
      priceOctas: '123456789',
      sellerOctas: '115432098',
      commissionOctas: '1851851',
      royaltyOctas: '6172840',
      gasOctas: '200001',
      totalOctas: '123656790',
      balanceAfterOctas: '376343210',
    }
    const { priceOctas } = money
    const answer = () => quoteOf(money, { items: [itemOf({ priceOctas })] })
    openTradeDialog({ kind: 'buy', tokens: [{ ...TOKEN, listedPrice: priceOctas }] }, { answers: { [BUY]: answer } })
    const box = await dialog('BUY ITEMS')
    expect(box.style.getPropertyValue('--dialog-width')).toBe('720px')
    within(box).getByText('Stone #9')
    await says('Own Market fee 1.5%')
    const amounts = within(box)
      .getAllByRole('term')
      .map((term) => [term.firstChild?.textContent, amountBeside(term)])
    expect(amounts).toEqual([
      ['Price', '1.23456789 APT'],
      ['Seller receives', '1.15432098 APT'],
      ['Own Market fee 1.5%', '0.01851851 APT'],
      ['Royalty 5%', '0.0617284 APT'],
      ['Gas', '0.00200001 APT'],
      ['Balance after', '3.7634321 APT'],
    ])
  })

  // @feature trade.price-held
  it('says of a cart what becomes of items that are gone by then, as its switch is set', async () => {
    const held = () => quoteOf({}, { priceGuard: 'aggregator' })
    openTradeDialog({ kind: 'buy-cart', tokens: [TOKEN, OTHER_TOKEN] }, { answers: { [BUY]: held } })
    await dialog('BUY ITEMS')
    await says(
      'You pay at most 1 APT, plus gas. Items that sell out or cost more by then are left out, or the whole transaction fails.',
    )
    await user.click(screen.getByRole('switch', { name: 'Buy remaining if some sell out' }))
    await says('You pay at most 1 APT, plus gas. Otherwise the transaction fails.')
  })

  // @feature trade.price-held
  it('says of a sweep that it fails when an item is gone by then', async () => {
    const held = () => ({ ...quoteOf({}, { priceGuard: 'aggregator' }), curve: [] })
    openTradeDialog(SWEEP_REQUEST, { answers: { [SWEEP]: held } })
    await says('You pay at most 1 APT, plus gas. Otherwise the transaction fails.')
  })

  it('says the new price of an item that costs more than the page showed', async () => {
    const reason = { code: 'price-changed', sentence: 'The price has changed.' }
    const dearer = quoteOf(
      {},
      { payload: null, simulation: null, items: [itemOf({ priceOctas: '250000000', reason })] },
    )
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => dearer } })
    await dialog('BUY ITEMS')
    await screen.findAllByText('The price is now 2.5 APT.', { exact: false }, PATIENT)
    expect(screen.queryByText('The price has changed.', { exact: false })).toBeNull()
  })

  // @feature trade.sum
  it.each([
    ['a purchase', { kind: 'buy', tokens: [TOKEN] }, BUY],
    ['a cart', { kind: 'buy-cart', tokens: [TOKEN, OTHER_TOKEN] }, BUY],
    ['a sweep', SWEEP_REQUEST, SWEEP],
  ] as const)(
    'says the total of %s next to the button, whatever of the amounts is in sight',
    async (_, request, call) => {
      openTradeDialog(request, { answers: { [call]: () => ({ ...quoteOf(), curve: [] }) } })
      await screen.findByText('Own Market fee 1.5%', {}, PATIENT)
      const total = screen.getByText('Total with gas')
      const button = screen.getByRole('button', { name: 'Confirm purchase' })
      expect(total.closest('p')?.parentElement?.contains(button)).toBe(true)
      expect(total.closest('p')?.textContent).toBe('Total with gas1.0021.002 APT')
      expect(screen.queryByText('Total')).toBeNull()
    },
  )

  // @feature buy.fat-finger
  // One or two listings make the trait floor of 2 APT that the token itself answers.
  it.each([
    ['11', '200000000', 'the trait floor (2 APT)'],
    ['9', '200000000', null],
    ['11', null, 'the floor (1 APT)'],
    ['9', null, 'the floor (1 APT)'],
    ['4.9', null, null],
  ])(
    'requires typing a price of %s APT where a trait floor of %s is made by three listings or more: %s',
    async (apt, made, reference) => {
      const priceOctas = String(parseApt(apt))
      const answers = { [BUY]: () => quoteOf({ priceOctas }, { items: [itemOf({ priceOctas })] }), ...traitFloor(made) }
      const request = { kind: 'buy', tokens: [{ ...TOKEN, listedPrice: priceOctas }] } as const
      const { signAndSubmit } = openTradeDialog(request, { answers })
      if (reference !== null) {
        await says(`Stone #9 costs ${apt} APT, at least 5 times ${reference}.`)
        await screen.findByText('Own Market fee 1.5%')
        expect((screen.getByRole('button', { name: 'Confirm purchase' }) as HTMLButtonElement).disabled).toBe(true)
        await user.type(screen.getByLabelText(`Type ${apt} to continue`), apt)
      }
      await press('Confirm purchase')
      await says('Buying successful')
      expect(signAndSubmit).toHaveBeenCalledTimes(1)
    },
  )

  // @feature trade.as-shown
  it('shows the amount that returns to the signing wallet', async () => {
    const back = { receivedOctas: '5000000', balanceAfterOctas: '404800000' }
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf(back) } })
    expect(amountBeside(await says('Returned to you'))).toBe('0.05 APT')
  })

  // @feature buy.done
  it("says 'Buying successful' once the index has the transaction", async () => {
    const { signAndSubmit } = openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() } })
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
  })

  // @feature buy.failed
  it("toasts 'Request Rejected' with the reason when the chain aborts", async () => {
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() }, outcome: REFUSED })
    await press('Confirm purchase')
    await says('Request Rejected')
    expect((await screen.findAllByText(/Only the gas fee was charged/)).length).toBeGreaterThan(0)
  })

  // @feature buy.gone
  it("is disabled with 'Token is already sold or delisted' without a listing", async () => {
    const reason = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
    const gone = quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => gone } })
    await says('Token is already sold or delisted')
    expect((screen.getByRole('button', { name: 'Confirm purchase' }) as HTMLButtonElement).disabled).toBe(true)
  })

  // @feature buy.cart
  it.each([
    ['buy-cart', []],
    ['buy', [OTHER_TOKEN.tokenDataId]],
  ] as const)('takes what is removed from a %s out of the cart only if it is the cart', async (kind, left) => {
    cart.set([{ ...OTHER_TOKEN, listedPrice: '100000000' }])
    const items = [itemOf(), itemOf({ tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name })]
    openTradeDialog({ kind, tokens: [TOKEN, OTHER_TOKEN] }, { answers: { [BUY]: () => quoteOf({}, { items }) } })
    await press(`Remove ${OTHER_TOKEN.name}`)
    expect(cart.get().map(({ tokenDataId }) => tokenDataId)).toEqual(left)
  })
})
