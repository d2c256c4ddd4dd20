import type { Notification } from '@opal/contract/notifications'
import { expect, it } from 'vitest'
import { placeOf, sentenceOf, TYPE_LABELS, toastKindOf } from './notification-labels.ts'

const price = (octas: string) => `${Number(octas) / 1e8} APT`
const id = (digits: string) => `0x${digits.repeat(32)}`
const ROW: Notification = {
  id: '1',
  type: 'sold',
  isRead: false,
  at: '1790000000000000',
  version: '7',
  collectionId: id('c0'),
  collectionName: 'Monkeys',
  collectionSlug: 'monkeys-c0c0c0c0',
  tokenDataId: id('70'),
  tokenName: 'Monkey #7',
  propertyVersion: null,
  marketplace: 'opal',
  offerOrListingId: '0x1',
  otherWallet: id('b0'),
  price: '250000000',
  oldPrice: null,
  expiresAtSeconds: null,
}

// @feature notifications.kinds, currency.toggle
it.each([
  ['sold', {}, 'Monkey #7 sold for 2.5 APT'],
  ['outbid', { tokenName: null, tokenDataId: null }, 'You were outbid on Monkeys: 2.5 APT now'],
  ['offer-received', {}, '0xb0b0…b0b0 bid 2.5 APT on Monkey #7'],
  ['offer-received', { propertyVersion: '3' }, '0xb0b0…b0b0 bid 2.5 APT on Monkey #7 (Edition 3)'],
  ['offer-expiring', {}, 'Your bid on Monkey #7 expires within the hour'],
  ['listing-invalid', {}, 'Your listing of Monkey #7 can no longer be bought'],
  ['floor-moved', { oldPrice: '200000000' }, 'The floor of Monkeys rose by 25% to 2.5 APT'],
  ['floor-moved', { oldPrice: '1000000000' }, 'The floor of Monkeys fell by 75% to 2.5 APT'],
  ['floor-moved', { price: null }, 'The floor of Monkeys moved'],
  ['pool-short', { tokenName: null }, 'Your bid pool no longer covers your bid of 2.5 APT on Monkeys'],
  ['listing-reserved', {}, '0xb0b0…b0b0 reserved Monkey #7 for you at 2.5 APT'],
  ['sold', { price: null, tokenName: null, collectionName: null }, 'An item sold'],
] as const)('describes %s in one sentence', (type, change, sentence) => {
  expect(sentenceOf({ ...ROW, ...change, type }, { price })).toBe(sentence)
  expect(sentenceOf({ ...ROW, ...change, type }, { price: () => '$21' })).toBe(sentence.replace('2.5 APT', '$21'))
})

// @feature format.names, notifications.kinds
it('names the other wallet where it has a name', () => {
  const row = { ...ROW, type: 'offer-received' } as const
  expect(sentenceOf(row, { price, otherName: 'mara-voss.apt' })).toBe('mara-voss.apt bid 2.5 APT on Monkey #7')
  // A sentence has room for the whole name.
  expect(sentenceOf(row, { price, otherName: 'a-name-of-many-letters.apt' })).toBe(
    'a-name-of-many-letters.apt bid 2.5 APT on Monkey #7',
  )
})

// @feature notifications.kinds
it('links to the page where the wallet can act', () => {
  const me = id('a1')
  expect(placeOf(ROW, me)).toBe(`/collection/${id('c0')}/${id('70')}`)
  expect(placeOf({ ...ROW, type: 'floor-moved', tokenDataId: null }, me)).toBe('/collection/monkeys-c0c0c0c0')
  expect(placeOf({ ...ROW, type: 'listing-invalid' }, me)).toBe(`/${me}?tab=listings`)
  expect(placeOf({ ...ROW, type: 'listing-reserved' }, me)).toBe(`/${me}?tab=bids-received&reserved=shown`)
  expect(placeOf({ ...ROW, type: 'offer-expiring' }, me)).toBe(`/${me}?tab=bids-made`)
  expect(placeOf({ ...ROW, type: 'pool-short', tokenDataId: null }, me)).toBe(`/${me}?tab=bids-made`)
  expect(placeOf({ ...ROW, collectionId: null }, me)).toBe(`/${me}`)
})

// @feature notifications.kinds
it('shows only a sale as a success', () => {
  const types = Object.keys(TYPE_LABELS) as (keyof typeof TYPE_LABELS)[]
  expect(types.filter((type) => toastKindOf({ type }) === 'success')).toEqual(['sold'])
})
