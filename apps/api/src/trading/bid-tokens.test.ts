import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bidTokensOf } from './load-trade.ts'

const item = (collectionId: fc.Arbitrary<string | null>) =>
  fc.record({ tokenDataId: fc.constantFrom('t1', 't2', 't3'), collectionId })

test('bids on items whose collections are known wait for no token, each of which is named once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item(fc.constant('c')), { maxLength: 5 }), async (items) => {
      const unanswered = new Promise<never>(() => undefined)
      const ids = [...new Set(items.map(({ tokenDataId }) => tokenDataId))]
      expect(await bidTokensOf(items, unanswered)).toEqual(
        ids.map((tokenDataId) => ({ tokenDataId, collectionId: 'c' })),
      )
    }),
  )
})

test('bids on items of which any has no known collection are those on the tokens as they are stored', async () => {
  const stored = [{ tokenDataId: 't1', collectionId: 'c1' }]
  const items = fc.tuple(fc.array(item(fc.constant('c'))), fc.array(item(fc.constantFrom(null, '')), { minLength: 1 }))
  await fc.assert(
    fc.asyncProperty(items, fc.boolean(), async ([known, unknown], isFirst) => {
      const mixed = isFirst ? [...unknown, ...known] : [...known, ...unknown]
      expect(await bidTokensOf(mixed, Promise.resolve(stored))).toBe(stored)
    }),
  )
})
