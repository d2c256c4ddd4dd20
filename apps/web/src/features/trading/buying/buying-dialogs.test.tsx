import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cart } from '../../../entities/order/cart.ts'
import { WalletRejectedError, WalletTooLateError } from '../../../entities/wallet/wallet-session.ts'
import { parseApt } from '../../../shared/format/apt.ts'
import { liveStatus } from '../../../shared/realtime/live-bus.ts'
import { ApiFailure } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { trades } from '../confirmation/pending-trades.ts'
import {
  detailOf,
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  REFUSED,
  TOKEN,
  traitFloor,
  YOU,
} from '../testing/trade-harness.tsx'
import { BUY, dialog, PATIENT, press, resetTradeHarness, SWEEP, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(() => {
  resetTradeHarness()
  cart.set(cart.initial)
})

const SWEEP_REQUEST = {
  kind: 'sweep',
  collection: { collectionId: TOKEN.collectionId, collectionName: 'Stones', collectionImage: null },
  criteria: { filter: {}, excludedTokens: [], excludedMarketplaces: [], count: 1 },
} as const

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
    await says('You pay at most 1 APT, plus gas. Items that sell out or cost more by then are left out.')
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

  // @feature collection.look-alike
  it.each([
    ['buying', { kind: 'buy', tokens: [TOKEN, OTHER_TOKEN] }, BUY],
    ['sweeping', SWEEP_REQUEST, SWEEP],
  ] as const)(
    '%s warns once of a collection whose name looks like that of a larger one',
    async (_what, request, call) => {
      const looksLike = { ...testingCollection(`0x${'7'.repeat(64)}`), collectionName: 'Stones', slug: 'the-stones' }
      const collection = testingCollection(TOKEN.collectionId, { collectionName: '5tones', looksLike })
      openTradeDialog(request, {
        answers: {
          [call]: () => ({ ...quoteOf(), curve: [] }),
          [`/api/collection/${TOKEN.collectionId}`]: () => collection,
        },
      })
      const note = await screen.findByRole('note', {}, PATIENT)
      expect(note.textContent).toContain('This name looks like Stones, a larger collection.')
      const link = within(note).getByRole('link')
      expect(link.getAttribute('href')).toBe('/collection/the-stones')
      // The open trade stays.
      expect(link.getAttribute('target')).toBe('_blank')
      expect(screen.getAllByRole('note')).toHaveLength(1)
    },
  )

  // @feature collection.look-alike
  it('holds the purchase until the name is compared, and says when that failed', async () => {
    const comparison = Promise.withResolvers<never>()
    openTradeDialog(
      { kind: 'buy', tokens: [TOKEN] },
      { answers: { [BUY]: () => quoteOf(), [`/api/collection/${TOKEN.collectionId}`]: () => comparison.promise } },
    )
    await says('Own Market fee 1.5%')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm purchase' })
    // The prices are still being compared.
    await act(async () => {})
    expect(button.disabled).toBe(true)
    expect(screen.queryByRole('note')).toBeNull()
    comparison.reject(new ApiFailure(503, 'down'))
    expect((await screen.findByRole('note', {}, PATIENT)).textContent).toMatch(/^Couldn’t check this name/)
    await waitFor(() => expect(button.disabled).toBe(false))
  })

  // @feature trade.requote
  it('compares again what could not be compared, together with a quote that is refreshed', async () => {
    let isDown = true
    const unlessDown = (answer: unknown) => () => (isDown ? '<!doctype html>' : answer)
    openTradeDialog(
      { kind: 'buy', tokens: [TOKEN] },
      {
        answers: {
          [BUY]: unlessDown(quoteOf()),
          [`/api/collection/nfts/${TOKEN.tokenDataId}`]: unlessDown(detailOf()),
          [`/api/collection/${TOKEN.collectionId}`]: unlessDown(testingCollection(TOKEN.collectionId)),
        },
      },
    )
    await says('The server gave an unreadable answer. Nothing was moved.')
    await says('Couldn’t compare the price with the market.')
    await says('Couldn’t check this name against better-known collections.')
    isDown = false
    await press('Refresh quote')
    await says('Own Market fee 1.5%')
    await waitFor(() => expect(screen.queryByText(/^Couldn’t/)).toBeNull())
  })

  // @feature trade.requote
  it.each([
    ['the browser is online', 'unreachable', true],
    ['the live messages are back', 'unreachable', true],
    ['the browser is online', 'refused', false],
    ['the live messages are back', 'refused', false],
  ] as const)('asks again once %s for a quote that found the server %s: %s', async (event, failure, isAskedAgain) => {
    const live = liveStatus.get()
    onTestFinished(() => liveStatus.set(live))
    liveStatus.set({ ...live, state: 'reconnecting' })
    let isDown = true
    const quote = vi.fn(() => {
      if (!isDown) return quoteOf()
      throw failure === 'refused' ? new ApiFailure(500, 'Out of order.') : new TypeError('Failed to fetch')
    })
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: quote } })
    await screen.findByRole('button', { name: 'Refresh quote' }, PATIENT)
    isDown = false
    const asked = quote.mock.calls.length
    act(() => {
      if (event === 'the browser is online') window.dispatchEvent(new Event('online'))
      else liveStatus.set({ ...live, state: 'live' })
    })
    if (isAskedAgain) await says('Own Market fee 1.5%')
    else await act(async () => {})
    // Messages that follow change nothing.
    act(() => liveStatus.set({ ...live, state: 'live', version: '8' }))
    act(() => liveStatus.set({ ...live, state: 'live', version: '9' }))
    expect(quote.mock.calls.length - asked).toBe(isAskedAgain ? 1 : 0)
  })

  // @feature trade.as-shown
  it('shows the amount that returns to the signing wallet', async () => {
    const back = { receivedOctas: '5000000', balanceAfterOctas: '404800000' }
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf(back) } })
    expect(amountBeside(await says('Returned to you'))).toBe('0.05 APT')
  })

  // @feature trade.payload-checked
  it('sends nothing to the wallet when the payload differs from the choice, and says so', async () => {
    const sentence = 'The server prepared a different transaction from the one you chose.'
    const { signAndSubmit } = openTradeDialog(
      { kind: 'buy', tokens: [TOKEN] },
      { answers: { [BUY]: () => quoteOf() }, check: async () => ({ refusal: sentence }) },
    )
    await press('Confirm purchase')
    await says(sentence)
    expect(signAndSubmit).not.toHaveBeenCalled()
    expect(trades.get()).toEqual([])
  })

  // @feature trade.payload-checked
  it('gives the wallet what the check composed, whatever the answer holds by then', async () => {
    const composed = { function: '0x1::opal::buy', typeArguments: [], functionArguments: ['7'] } as const
    const answered = quoteOf({}, { payload: { ...composed, typeArguments: [], functionArguments: ['7'] } })
    const { signAndSubmit } = openTradeDialog(
      { kind: 'buy', tokens: [TOKEN] },
      {
        answers: { [BUY]: () => answered },
        check: async (_config, _chosen, { payload }) => {
          if (payload !== null && 'function' in payload) payload.functionArguments[0] = '8'
          return { refusal: null, payload: composed, maxGasAmount: null }
        },
      },
    )
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledExactlyOnceWith(composed, null, YOU)
  })

  // @feature trade.signed-in-time
  it('says that the transaction expired before it was signed', async () => {
    const sign = () => Promise.reject(new WalletTooLateError())
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() }, sign })
    await press('Confirm purchase')
    const box = await dialog('BUY ITEMS')
    await within(box).findByText(/Nothing was sent or moved\. .* check your device’s clock\.$/)
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

  // @feature trade.declined
  it('treats a decline in the wallet as no error', async () => {
    const sign = async () => Promise.reject(new WalletRejectedError('User rejected'))
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => quoteOf() }, sign })
    await press('Confirm purchase')
    await says('You declined in your wallet. Nothing was sent and nothing was moved.')
    expect(trades.get()).toEqual([])
  })

  // @feature buy.gone
  it("is disabled with 'Token is already sold or delisted' without a listing", async () => {
    const reason = { code: 'listing-gone', sentence: 'Token is already sold or delisted' }
    const gone = quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
    openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: () => gone } })
    await says('Token is already sold or delisted')
    expect((screen.getByRole('button', { name: 'Confirm purchase' }) as HTMLButtonElement).disabled).toBe(true)
  })

  // @feature trade.checked-twice
  it.each([
    ['the price', { priceOctas: '100000001' }, 'Something changed.'],
    ['the fee', { commissionOctas: '1500001' }, 'A fee or a royalty changed.'],
    ['the balance', { balanceOctas: '400000000' }, 'Your balance fell from 5 to 4 APT.'],
  ])('stops when %s changes just before signing, and says so', async (_what, change, said) => {
    let times = 0
    const answers = { [BUY]: () => quoteOf(times++ === 0 ? {} : change) }
    const { signAndSubmit } = openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers })
    await press('Confirm purchase')
    await says(`${said} Review the details before you confirm.`)
    expect(signAndSubmit).not.toHaveBeenCalled()
  })

  // @feature trade.checked-twice
  it('asks the wallet at the first press, however often strangers send dust to it', async () => {
    let times = 0
    const dusted = () => quoteOf({ balanceOctas: String(500_000_000 + times++) })
    const { signAndSubmit } = openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: dusted } })
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
    expect(times).toBeGreaterThan(1)
  })

  // @feature trade.checked-twice
  it('asks the wallet at the first press, however often the seller takes an octa off the price', async () => {
    let times = 0
    const cheaper = () => {
      const priceOctas = String(100_000_000 - times)
      const payload = { function: '0x1::a::buy' as const, typeArguments: [], functionArguments: [priceOctas] }
      const totalOctas = String(100_200_000 - times++)
      return quoteOf({ priceOctas, totalOctas, gasOctas: '200000' }, { payload, items: [itemOf({ priceOctas })] })
    }
    const { signAndSubmit } = openTradeDialog({ kind: 'buy', tokens: [TOKEN] }, { answers: { [BUY]: cheaper } })
    await press('Confirm purchase')
    await says('Buying successful')
    expect(signAndSubmit).toHaveBeenCalledTimes(1)
    expect(times).toBeGreaterThan(1)
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
