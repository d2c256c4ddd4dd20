import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerOf } from '../testing/testing-answer.ts'
import { itemOf, TOKEN } from '../testing/trade-harness.tsx'
import { withLeastPrices } from './with-least-prices.ts'

// @vitest-environment happy-dom
const CHANGED = { code: 'price-changed', sentence: 'No bid at this price or more is left.' }

// @feature accept.left-out
it('names the least price of each item for which no bid of it or more is left', () => {
  const apt = fc.bigInt(1n, 9n)
  const sold = fc.record({ price: fc.option(apt), least: fc.option(apt), isNamed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(sold, { minLength: 1, maxLength: 4 }), (all) => {
      const items = all.map(({ price }) =>
        itemOf({ priceOctas: price === null ? null : `${price}00000000`, reason: CHANGED }),
      )
      const requested = all.map(({ least, isNamed }) => ({
        tokenDataId: TOKEN.tokenDataId,
        ...(least !== null && { minPrice: `${least}00000000` }),
        ...(isNamed && { offerId: '0x1' }),
      }))
      const shown = withLeastPrices(answerOf({}, { items }), requested).items
      expect(shown.map(({ reason }) => reason?.sentence)).toEqual(
        all.map(({ price, least, isNamed }) =>
          least !== null && !isNamed && (price === null || price < least)
            ? `No bid of ${least} APT or more is left.`
            : CHANGED.sentence,
        ),
      )
    }),
  )
})

it.each([
  ['another reason', { reason: { code: 'offer-gone', sentence: 'Gone.' } }],
  ['no reason', { reason: null }],
  ['another token', { reason: CHANGED, tokenDataId: `0x${'9'.repeat(64)}` }],
])('leaves an item alone with %s', (_, change) => {
  const answer = answerOf({}, { items: [itemOf({ priceOctas: '100000000', ...change })] })
  expect(withLeastPrices(answer, [{ tokenDataId: TOKEN.tokenDataId, minPrice: '200000000' }])).toEqual(answer)
})
