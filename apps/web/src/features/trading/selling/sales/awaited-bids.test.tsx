import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiFailure } from '../../../../testing/render-site.tsx'
import { testingItem } from '../../../../testing/testing-item.ts'
import { holdingsOf, openTradeDialog, quoteOf, TOKEN, YOU } from '../../testing/trade-harness.tsx'
import { isOff, LIST, PATIENT, RELIST, resetTradeHarness, says, typePrice, UPDATE } from '../../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const BEST_EXIT = {
  netOctas: '1870000000',
  priceOctas: '2000000000',
  commissionOctas: '30000000',
  royaltyOctas: '100000000',
  marketplace: 'own',
  offerId: '0x7',
  tokenBid: false,
  setRoot: null,
  fillable: '1',
}
const KINDS = [
  ['list', LIST, 'List'],
  ['update-price', UPDATE, 'Save changes'],
  ['relist', RELIST, 'Move'],
] as const

// @feature list.fat-finger
it.each(KINDS.flatMap((kind) => [[...kind, true] as const, [...kind, false] as const]))(
  '%s waits for the bids of others, and says where they could not be loaded',
  async (kind, call, name, isDown) => {
    const loaded = Promise.withResolvers<void>()
    const held = async () => {
      await loaded.promise
      if (isDown) throw new ApiFailure(503, 'down')
      return holdingsOf([testingItem(TOKEN.tokenDataId, { bestExit: BEST_EXIT })])
    }
    const answers = { [call]: () => quoteOf(), [`/data/user/tokens/${YOU}`]: held }
    openTradeDialog({ kind, tokens: [TOKEN] }, { answers })
    await typePrice('2')
    await says('Checking market prices.')
    const button = await screen.findByRole('button', { name }, PATIENT)
    expect(isOff(button)).toBe(true)
    loaded.resolve()
    if (isDown) await says('Couldn’t compare the price with the market.')
    else await says(/is below the top bid \(20 APT\)/)
    await waitFor(() => expect(isOff(button)).toBe(!isDown), PATIENT)
  },
)
