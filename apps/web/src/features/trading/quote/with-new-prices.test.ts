import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf, TOKEN } from '../testing/trade-harness.tsx'
import { withNewPrices } from './with-new-prices.ts'

// @vitest-environment happy-dom
const CHANGED = { code: 'price-changed', sentence: 'The price has changed.' }

it('says the new price exactly of items that cost more than was asked for', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 9n), fc.option(fc.bigInt(1n, 9n)), (price, most) => {
      const item = itemOf({ priceOctas: `${price}00000000`, reason: CHANGED })
      const requested = { tokenDataId: TOKEN.tokenDataId, ...(most !== null && { maxPrice: `${most}00000000` }) }
      const [shown] = withNewPrices(answerOf({}, { items: [item] }), [requested]).items
      const isDearer = most !== null && price > most
      expect(shown?.reason).toEqual(isDearer ? { ...CHANGED, sentence: `The price is now ${price} APT.` } : CHANGED)
    }),
  )
})

it.each([
  ['another reason', { reason: { code: 'listing-gone', sentence: 'Gone.' } }],
  ['no reason', { reason: null }],
  ['no price', { reason: CHANGED, priceOctas: null }],
  ['another token', { reason: CHANGED, tokenDataId: `0x${'9'.repeat(64)}` }],
])('leaves an item alone with %s', (_, change) => {
  const answer = answerOf({}, { items: [itemOf({ priceOctas: '200000000', ...change })] })
  expect(withNewPrices(answer, [{ tokenDataId: TOKEN.tokenDataId, maxPrice: '1' }])).toEqual(answer)
})
