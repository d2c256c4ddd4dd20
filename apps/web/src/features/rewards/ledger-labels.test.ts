import { expect, it } from 'vitest'
import { explainEntry } from './ledger-labels.ts'

const listing = { rule: 'listing', price: '105', floorPrice: '100', size: '1', hours: 12, pointsPerHour: 8 } as const

// @feature rewards.own
it('a purchase shows its rate by where it was made', () => {
  const bought = { ...listing, rule: 'buying', floorPrice: null } as const
  expect(explainEntry(bought, true)).toBe('100 points for each APT of the price')
  expect(explainEntry(bought, false)).toBe('25 points for each APT of the price')
})

it('an order shows its distance from the floor, its rate and its hours', () => {
  expect(explainEntry(listing, true)).toBe('5.0% above the floor: 8 an hour for 12 hours')
  expect(explainEntry({ ...listing, price: '100', hours: 1, pointsPerHour: 10 }, true)).toBe(
    'at the floor: 10 an hour for 1 hour',
  )
  expect(explainEntry({ ...listing, rule: 'bidding', price: '90', size: '3' }, true)).toBe(
    '10.0% below the floor, for 3 tokens: 8 an hour for 12 hours',
  )
})

it('a floor that is not known is said to be none', () => {
  expect(explainEntry({ ...listing, floorPrice: null }, true)).toMatch(/^no floor:/)
})
