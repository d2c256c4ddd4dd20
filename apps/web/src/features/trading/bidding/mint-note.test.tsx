import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { COLLECTION } from '../testing/every-request.ts'
import { openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { resetTradeHarness, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const NOTE = 'More items of this collection may still be minted, and sold into this bid.'

// @feature bid.mintable
it.each([
  ['has no limit', { currentSupply: 100, maxSupply: null }, true],
  ['is not complete', { currentSupply: 99, maxSupply: '100' }, true],
  ['is nearly endless', { currentSupply: 99, maxSupply: '18446744073709551615' }, true],
  ['is complete', { currentSupply: 100, maxSupply: '100' }, false],
  ['is over its limit', { currentSupply: 101, maxSupply: '100' }, false],
])('says whether more can be minted and sold into a bid on a collection whose supply %s', async (_, supply, isSaid) => {
  openTradeDialog(
    { kind: 'collection-bid', collection: COLLECTION, price: '50000000' },
    {
      answers: {
        '/api/collection/bid': () => quoteOf(),
        [`/api/collection/${TOKEN.collectionId}`]: () =>
          testingCollection(TOKEN.collectionId, { ...supply, floorPrice: '80000000' }),
      },
    },
  )
  await says('Floor 0.8 APT')
  expect(screen.queryByText(NOTE) !== null).toBe(isSaid)
})
