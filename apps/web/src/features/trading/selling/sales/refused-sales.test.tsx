import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  itemOf,
  OTHER_TOKEN,
  openTradeDialog,
  quoteOf,
  REFUSED,
  TOKEN,
  tokensOf,
} from '../../testing/trade-harness.tsx'
import { ACCEPT, acceptLabel, isOff, PATIENT, press, resetTradeHarness, says } from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

describe('a sale into bids that cannot all be sold into', () => {
  // @feature accept.failed
  it("toasts 'Error Accepting Bid' when it fails", async () => {
    openTradeDialog(
      { kind: 'accept-bid', tokens: [TOKEN] },
      { answers: { [ACCEPT]: () => quoteOf() }, outcome: REFUSED },
    )
    await press('Accept bid')
    await says('Error Accepting Bid')
  })

  // @feature accept.v2-refused
  it("says 'has no tokens bids for V2' with the marketplace's name", async () => {
    const reason = { code: 'not-offered', sentence: 'The marketplace has no tokens bids for V2' }
    const none = quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
    openTradeDialog({ kind: 'accept-bid', tokens: [TOKEN] }, { answers: { [ACCEPT]: () => none } })
    await says('The marketplace has no tokens bids for V2')
  })

  const gone = { code: 'offer-gone', sentence: 'That bid is gone' }

  // @feature accept.left-out
  it.each([[[]], [[0]], [[2]], [[0, 1]], [[0, 1, 2]]])(
    'counts what is sold, where these are refused: %j',
    async (...row) => {
      const [refused] = row as unknown as [readonly number[]]
      const tokens = tokensOf(3)
      const items = tokens.map(({ tokenDataId, name }, at) =>
        itemOf({ tokenDataId, name, reason: refused.includes(at) ? gone : null }),
      )
      const isNone = refused.length === tokens.length
      const answer = quoteOf({}, { items, ...(isNone && { payload: null, simulation: null }) })
      const asking = new Promise<string>(() => {})
      openTradeDialog({ kind: 'accept-bid', tokens }, { answers: { [ACCEPT]: () => answer }, sign: () => asking })
      const name = acceptLabel(isNone ? 3 : 3 - refused.length)
      const dialog = await screen.findByRole('dialog', { name }, PATIENT)
      const button = within(dialog).getByRole<HTMLButtonElement>('button', { name })
      if (isNone) return expect(isOff(button)).toBe(true)
      await press(name)
      await within(dialog).findByRole('button', { name: /^Waiting for your wallet/ }, PATIENT)
      within(dialog).getByRole('heading', { name })
    },
  )

  // @feature accept.left-out
  it('crosses out the price that was asked for, where only lower bids are left', async () => {
    const reason = { code: 'price-changed', sentence: 'No bid at this price or more is left.' }
    const second = { tokenDataId: OTHER_TOKEN.tokenDataId, name: OTHER_TOKEN.name, priceOctas: '204000000', reason }
    const answers = { [ACCEPT]: () => quoteOf({}, { items: [itemOf(), itemOf(second)] }) }
    const tokens = [TOKEN, { ...OTHER_TOKEN, leastPrice: '214000000' }]
    const sign = () => new Promise<string>(() => {})
    openTradeDialog({ kind: 'accept-bid', tokens }, { answers, sign })
    await says('No bid of 2.14 APT or more is left.')
    await press('Accept bid')
    expect(await screen.findByTitle('2.14 APT', {}, PATIENT)).toBeTruthy()
    expect(screen.queryByTitle('2.04 APT')).toBeNull()
  })

  // @feature trade.live-quote
  it('looks for another bid where the chosen one is gone', async () => {
    const reason = { code: 'offer-gone', sentence: 'This bid was already accepted or canceled.' }
    const bid = { marketplace: 'own', offerId: '0x1', price: '100000000' }
    const answers = {
      [ACCEPT]: (asked: unknown) =>
        JSON.stringify(asked).includes('offerId')
          ? quoteOf({}, { payload: null, simulation: null, items: [itemOf({ reason })] })
          : quoteOf({}, { items: [itemOf({ priceOctas: '95000000' })] }),
    }
    openTradeDialog({ kind: 'accept-bid', tokens: [{ ...TOKEN, bid }] }, { answers })
    await press('Look for another bid')
    await waitFor(() => expect(screen.getAllByTitle('0.95 APT').length).toBeGreaterThan(0), PATIENT)
    await press('Accept bid')
    await says('Bid accepted')
  })
})
