import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { COLLECTION } from '../testing/every-request.ts'
import { openTradeDialog, quoteOf, TOKEN } from '../testing/trade-harness.tsx'
import { resetTradeHarness, says } from '../testing/user-driver.ts'

// @vitest-environment happy-dom
afterEach(resetTradeHarness)

const NOTE = /^More (\w+) .+ may still be minted, and sold into this bid\.$/
const NEWER = { tokenStandard: 'v2' } as const
const OLDER = { tokenStandard: 'v1' } as const

// @feature bid.mintable
it.each([
  ['has no limit', { ...NEWER, currentSupply: 100, maxSupply: null }, 'items'],
  ['is not complete', { ...NEWER, currentSupply: 99, maxSupply: '100' }, 'items'],
  ['is nearly endless', { ...NEWER, currentSupply: 99, maxSupply: '18446744073709551615' }, 'items'],
  ['is complete', { ...NEWER, currentSupply: 100, maxSupply: '100' }, null],
  ['is over its limit', { ...NEWER, currentSupply: 101, maxSupply: '100' }, null],
  ['is not complete, of the older standard', { ...OLDER, currentSupply: 99, maxSupply: '100' }, 'items'],
  ['is complete without copies of its items', { ...OLDER, currentSupply: 100, maxSupply: '100' }, 'copies'],
])('says what can be minted and sold into a bid on a collection whose supply %s', async (_, supply, what) => {
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
  const note = screen.queryByText(NOTE)?.textContent ?? ''
  expect(NOTE.exec(note)?.[1] ?? null).toBe(what)
})
