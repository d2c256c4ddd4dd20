import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { mayBeSameItem, mayBeSameListing, type NamedItem, repeatedItems } from './named-item.ts'

const named = fc.record<NamedItem>(
  {
    tokenDataId: fc.constantFrom('a', 'b'),
    propertyVersion: fc.constantFrom('0', '7', '07'),
    marketplace: fc.constantFrom('x', 'y'),
    listingId: fc.constantFrom('1', '2'),
  },
  { requiredKeys: ['tokenDataId'] },
)

it.each<[boolean, Partial<NamedItem>, Partial<NamedItem>]>([
  [true, {}, {}],
  [true, { propertyVersion: '7' }, { propertyVersion: '07' }],
  [false, { propertyVersion: '0' }, { propertyVersion: '7' }],
  [true, { propertyVersion: '7' }, {}],
  [true, { propertyVersion: '7' }, { listingId: '1' }],
  [false, { listingId: '1' }, { listingId: '2' }],
  [false, { marketplace: 'x', listingId: '1' }, { marketplace: 'y', listingId: '1' }],
  [true, { marketplace: 'x', listingId: '1' }, { listingId: '1' }],
  [true, { propertyVersion: '0', listingId: '1' }, { propertyVersion: '7', listingId: '1' }],
  // Where to list a token does not tell it from another one.
  [true, { marketplace: 'x' }, { marketplace: 'y' }],
])('says %s of whether %o and %o may be the same item', (isSame, one, other) => {
  const tokenDataId = 'a'
  expect(mayBeSameItem({ tokenDataId, ...one }, { tokenDataId, ...other })).toBe(isSame)
  expect(mayBeSameItem({ tokenDataId, ...one }, { tokenDataId: 'b', ...other })).toBe(false)
})

it.each<[boolean, Partial<NamedItem>, Partial<NamedItem>]>([
  [true, {}, { marketplace: 'x' }],
  [true, { marketplace: 'x' }, { marketplace: 'x' }],
  [false, { marketplace: 'x' }, { marketplace: 'y' }],
  [false, { marketplace: 'x', listingId: '1' }, { marketplace: 'y' }],
  [true, { marketplace: 'x' }, { listingId: '1' }],
])('says %s of whether %o and %o may be the same listing', (isSame, one, other) => {
  const tokenDataId = 'a'
  expect(mayBeSameListing({ tokenDataId, ...one }, { tokenDataId, ...other })).toBe(isSame)
  expect(mayBeSameListing({ tokenDataId, ...one }, { tokenDataId: 'b', ...other })).toBe(false)
})

it('keeps of any items some that all differ, and repeats one of them with every other', () => {
  fc.assert(
    fc.property(fc.array(named, { maxLength: 8 }), (items) => {
      const repeated = repeatedItems(items)
      const first = items.filter((item) => !repeated.has(item))
      for (const [at, one] of first.entries())
        expect(first.slice(at + 1).some((other) => mayBeSameItem(one, other))).toBe(false)
      for (const item of repeated) expect(first.some((one) => mayBeSameItem(one, item))).toBe(true)
    }),
  )
})
