import type { PortfolioToken } from '@opal/contract/portfolio'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { testingItem, testingListing } from '../../testing/testing-item.ts'
import { saleInto } from './exit.ts'

it('every item of a sale into a level, also one that is chosen later, is sold for no less than its price', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 30 }),
      fc.nat({ max: 30 }),
      fc.option(fc.bigInt(1n, 10n ** 15n)),
      (size, count, price) => {
        const held = Array.from(
          { length: size },
          (_, at) => ({ tokenDataId: `0x${at}`, ownListings: [] as const }) as unknown as PortfolioToken,
        )
        const exit = { held, total: size, bids: [], royalties: held.map(() => null) }
        const lowest = price === null ? undefined : String(price)
        const sold = [...held.keys()].filter((at) => at % 2 === count % 2)
        const request = saleInto(exit, { sold }, lowest)
        if (request.kind !== 'accept-bid') throw new Error('not a sale')
        const all = [...request.tokens, ...(request.others ?? [])]
        expect(request.tokens.map(({ tokenDataId }) => tokenDataId)).toEqual(sold.map((at) => `0x${at}`))
        expect(new Set(all.map(({ tokenDataId }) => tokenDataId))).toEqual(
          new Set(held.map(({ tokenDataId }) => tokenDataId)),
        )
        expect(all.map(({ leastPrice }) => leastPrice)).toEqual(held.map(() => lowest))
      },
    ),
  )
})

// @feature book.sell-many
it('says of a listed item at what price it is listed', () => {
  const listed = testingItem('0xa', { ownListings: [testingListing('0xa', { price: '300' })] })
  const request = saleInto(
    { held: [listed, testingItem('0xb')], total: 2, bids: [], royalties: [null, null] },
    { sold: [0, 1] },
  )
  expect(request.kind === 'accept-bid' && request.tokens.map(({ listedPrice }) => listedPrice)).toEqual(['300', null])
})
