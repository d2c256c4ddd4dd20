import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import { itemOf, openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
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
