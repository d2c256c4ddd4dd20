import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { both, DETAILS } from '../price-guard/testing/price-anomaly-cases.ts'
import { itemOf, OTHER_TOKEN, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import {
  ACCEPT,
  LIST,
  PATIENT,
  press,
  RELIST,
  resetTradeHarness,
  says,
  typePrice,
  user,
} from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

/** The creator takes nearly all of the price, which is a usual one. */
const TAKEN = quoteOf({ receivedOctas: '10000000' }, { items: [itemOf({ sellerOctas: '10000000' })] })
const tokens = [TOKEN]
const MOVED: TradeRequest = {
  kind: 'prepared',
  prepared: {
    title: 'Boost your loyalty',
    what: '1 listing moved home',
    image: null,
    button: 'Boost Your Loyalty',
    doing: 'Moving 1 listing',
    success: 'Relisting successful',
    moves: 'only-gas',
    chosen: { call: 'relist', body: { items: [] } },
    newPrices: [{ tokenDataId: TOKEN.tokenDataId, name: TOKEN.name, price: '100000000' }],
    build: async () => TAKEN,
  },
}

// @feature accept.fat-finger, list.fat-finger
it.each<[string, TradeRequest, string, string]>([
  ['a sale into a bid', { kind: 'accept-bid', tokens }, 'Accept bid', 'Bid accepted'],
  ['a listing', { kind: 'list', tokens }, 'List', 'Item listed'],
  ['a listing that moves', { kind: 'relist', tokens }, 'Move', 'Listing moved'],
  ['listings that move for loyalty', MOVED, 'Boost Your Loyalty', 'Relisting successful'],
])('what fee and royalty leave of %s is typed where they take half of it', async (_, request, name, done) => {
  const answers = Object.fromEntries([ACCEPT, LIST, RELIST].map((call) => [call, () => TAKEN]))
  const { signAndSubmit } = openTradeDialog(request, { answers })
  if (request.kind === 'list') await typePrice('1')
  const guard = await screen.findByRole('group', { name: 'Confirm an unusual price' }, PATIENT)
  within(guard).getByText('Stone #9 at 1 APT brings you 0.1 APT: fee and royalty take the rest.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
  await user.type(within(guard).getByLabelText('Type 0.1 to continue'), '0.1')
  await press(name)
  await says(done)
  expect(signAndSubmit).toHaveBeenCalledTimes(1)
})

// @feature list.fat-finger
it('what is left of one item does not stand for another that is listed far below the floor', async () => {
  const taken = itemOf({ priceOctas: '120000000', sellerOctas: '12000000' })
  const { tokenDataId, name } = OTHER_TOKEN
  const items = [taken, itemOf({ tokenDataId, name, priceOctas: '2000000' })]
  openTradeDialog({ kind: 'list', tokens: both }, { answers: { ...DETAILS, [LIST]: () => quoteOf({}, { items }) } })
  const table = await screen.findByRole('table', { name: 'New prices' }, PATIENT)
  const [first, second] = within(table).getAllByRole('textbox')
  await user.type(first as HTMLElement, '1.2')
  await user.type(second as HTMLElement, '0.02')
  const worst = 'Stone #10 at 0.02 APT is at most half of the trait floor (2 APT).'
  await says(`${worst} Stone #9 at 1.2 APT brings you 0.12 APT: fee and royalty take the rest.`)
  screen.getByLabelText('Type 0.02 to continue')
})
