import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { accepting, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { BID, PATIENT, press, resetTradeHarness, says, user } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const ENDLESS = { ...MARKETPLACES[0], id: 'lasting', displayName: 'Lasting', isNative: false, bidsExpire: false }
const PLACES = [...MARKETPLACES, ENDLESS] as typeof MARKETPLACES

// @feature bid.expiry
it.each([
  ['token-bid', { kind: 'token-bid', token: TOKEN }, BID, 'Place Bid'],
  [
    'collection-bid',
    { kind: 'collection-bid', collection: { ...TOKEN, collectionImage: null } },
    '/api/collection/bid',
    'Place Collection Bid',
  ],
] as const)(
  '%s: says that it stays open where bids do not expire, and asks for no date there',
  async (_, request, path, button) => {
    const checked: unknown[] = []
    openTradeDialog(request, {
      answers: { [path]: () => quoteOf() },
      marketplaces: PLACES,
      check: async (config, chosen, answer, wallet) => {
        checked.push(chosen)
        return accepting(config, chosen, answer, wallet)
      },
    })
    await user.type(await screen.findByLabelText(/^Bid price/), '0.5')
    // A date that is left out matters no more.
    await user.clear(screen.getByLabelText('Expiration date'))
    await user.selectOptions(screen.getByLabelText('Marketplace'), 'lasting')
    await says('Bids on Lasting don’t expire. This one stays open until it’s filled or you cancel it.')
    expect([screen.queryByLabelText('Expiration date'), screen.queryByText(/^Until /)]).toEqual([null, null])
    await press(button)
    await waitFor(() => expect(checked).toHaveLength(1), PATIENT)
    expect(checked[0]).toMatchObject({ isEndless: true, body: { marketplace: 'lasting' } })
  },
)

// @feature bid.expiry
it('asks for a date again where bids expire, with the one that was chosen', async () => {
  const bodies: { expirationTime?: string; marketplace?: string }[] = []
  openTradeDialog(
    { kind: 'token-bid', token: TOKEN },
    { answers: { [BID]: (body) => bodies.push(body as (typeof bodies)[number]) && quoteOf() }, marketplaces: PLACES },
  )
  await user.type(await screen.findByLabelText('Bid price'), '0.5')
  await user.click(screen.getByRole('button', { name: '1 day' }))
  const date = screen.getByLabelText<HTMLInputElement>('Expiration date').value
  await user.selectOptions(screen.getByLabelText('Marketplace'), 'lasting')
  await says(/^Bids on Lasting don’t expire/)
  await user.selectOptions(screen.getByLabelText('Marketplace'), 'own')
  expect((await screen.findByLabelText<HTMLInputElement>('Expiration date')).value).toBe(date)
  await waitFor(() => {
    expect(bodies.at(-1)).not.toHaveProperty('marketplace')
    expect(Number(bodies.at(-1)?.expirationTime) * 1000 - Date.now()).toBeLessThan(86_400_000)
  }, PATIENT)
})
