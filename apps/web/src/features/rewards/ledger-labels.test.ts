import { expect, it } from 'vitest'
import { explainEntry, RULE_LABELS } from './ledger-labels.ts'

const listing = { rule: 'listing', price: '105', floorPrice: '100', size: '1', hours: 12, pointsPerHour: 8 } as const

// @feature rewards.own
it('calls a collection bid that', () => {
  expect(RULE_LABELS.bidding).toBe('Collection bid')
})

it('shows the rate of a purchase by its marketplace', () => {
  const bought = { ...listing, rule: 'buying', floorPrice: null } as const
  expect(explainEntry(bought, true)).toBe('100 points for each APT of the price')
  expect(explainEntry(bought, false)).toBe('25 points for each APT of the price')
})

it('shows distance from the floor, rate and hours of an order', () => {
  expect(explainEntry(listing, true)).toBe('5% above the floor: 8 an hour for 12 hours')
  expect(explainEntry({ ...listing, price: '100', hours: 1, pointsPerHour: 10 }, true)).toBe(
    'at the floor: 10 an hour for 1 hour',
  )
  expect(explainEntry({ ...listing, rule: 'bidding', price: '90', size: '2500' }, true)).toBe(
    '10% below the floor, for 2,500 items: 8 an hour for 12 hours',
  )
})

it('labels an unknown floor as none', () => {
  expect(explainEntry({ ...listing, floorPrice: null }, true)).toMatch(/^no floor:/)
})
