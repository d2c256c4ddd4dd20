import type { ExitItem } from '@opal/contract/portfolio/exit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testingListing } from '../../../testing/testing-item.ts'
import { MARKETPLACES } from '../../../testing/testing-marketplaces.ts'
import { testingAskedListing, testingExitItem } from '../testing/testing-exit.ts'
import { choiceOf, choicesOf, type ExitChoice, exitActions, sumListings, sumSales } from './exit-choices.ts'

const actionsOf = (items: readonly ExitItem[]) => exitActions(items, ({ choice }) => choice, MARKETPLACES)

describe('exitActions', () => {
  // @feature exit.sell
  it('sells up to thirty, those that bring most first, each for no less than its planned bid', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.bigInt(1n, 10n ** 18n)), { maxLength: 40 }), (nets) => {
        const items = nets.map((net, at) => testingExitItem(`0x${at}`, net === null ? null : String(net)))
        const sold = nets
          .flatMap((net) => net ?? [])
          .toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0))
          .slice(0, 30)
        const [action] = actionsOf(items)
        expect(action?.label).toBe(sold.length === 0 ? undefined : `Sell ${sold.length} now`)
        const request = action?.request.kind === 'accept-bid' ? action.request : null
        expect((request?.tokens ?? []).map(({ leastPrice }) => leastPrice)).toEqual(sold.map(String))
        expect(BigInt(request?.shownOctas ?? 0)).toBe(sold.reduce((sum, net) => sum + net, 0n))
      }),
    )
  })

  // @feature exit.sell
  it('lists at the proposed prices, and changes the prices of what is listed for more', () => {
    const listed = (id: string, price: string) => ({
      choice: 'list' as const,
      listing: testingAskedListing('200'),
      ownListings: [testingListing(id, { marketplace: 'own', price })],
    })
    const actions = actionsOf([
      testingExitItem('0xa', '1', { choice: 'list', listing: testingAskedListing('300') }),
      testingExitItem('0xb', '1', listed('0xb', '250')),
      testingExitItem('0xc', '1', listed('0xc', '200')),
      testingExitItem('0xd', '1', { choice: 'hold' }),
    ])
    expect(actions.map(({ label }) => label)).toEqual(['List 1', 'Edit 1 listing'])
    expect(actions.map(({ request }) => request)).toMatchObject([
      { kind: 'list', tokens: [{ tokenDataId: '0xa', startPrice: '300' }] },
      { kind: 'update-price', tokens: [{ tokenDataId: '0xb', startPrice: '200', listedPrice: '250' }] },
    ])
  })
})

it('a choice counts as long as the market allows it', () => {
  const item = testingExitItem('0xa', '5')
  expect(choicesOf(item)).toEqual(['sell', 'hold'])
  const chosen: readonly (ExitChoice | undefined)[] = [undefined, 'list', 'hold']
  expect(chosen.map((one) => choiceOf(item, one))).toEqual(['sell', 'sell', 'hold'])
  expect(choiceOf({ ...item, sale: null, choice: 'hold' }, 'sell')).toBe('hold')
})

// @feature exit.tab
it('adds up sales against floors and known costs, and listings', () => {
  const items = [
    testingExitItem('0xa', '90', { floorPrice: '100', costPrice: '120', listing: testingAskedListing('95') }),
    testingExitItem('0xb', '50', { floorPrice: null, costPrice: null }),
    testingExitItem('0xc', null, { floorPrice: '100', costPrice: '1' }),
  ]
  const cost = ({ costPrice }: ExitItem) => (costPrice === null ? null : BigInt(costPrice))
  expect(sumSales(items, cost)).toEqual({
    items: 2,
    netOctas: 140n,
    gainOctas: -30n,
    unknownCosts: 1,
    // An item without a floor is compared with none.
    flooredItems: 1,
    floorOctas: 100n,
    flooredNetOctas: 90n,
  })
  expect(sumSales([], cost).gainOctas).toBeNull()
  expect(sumListings(items)).toBe(95n)
})
