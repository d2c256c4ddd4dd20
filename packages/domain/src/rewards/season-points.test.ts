import { expect, test } from 'vitest'
import { biddingPoints, buyingPoints, listingPoints, POINT_MICROS } from './season-points.ts'

const APT = 100_000_000n

// @feature rewards.formula
test('an APT bought here earns 100 points, elsewhere through us 25', () => {
  expect(buyingPoints(3n * APT, true)).toBe(300n * POINT_MICROS)
  expect(buyingPoints(APT / 2n, false)).toBe((25n * POINT_MICROS) / 2n)
})

// @feature rewards.formula
test('a listing earns 10 points an hour at the floor, half of it at 1.125, nothing from 1.25 on', () => {
  expect(listingPoints(APT, APT)).toBe(10n * POINT_MICROS)
  expect(listingPoints((APT * 9n) / 8n, APT)).toBe(5n * POINT_MICROS)
  expect(listingPoints((APT * 5n) / 4n, APT)).toBe(0n)
  expect(listingPoints(2n * APT, APT)).toBe(0n)
  expect(listingPoints(APT, 0n)).toBe(0n)
})

test('a bid earns more the closer it is to the floor, and by the logarithm of its size', () => {
  expect(biddingPoints(APT, APT, 1n)).toBe(10n * POINT_MICROS)
  expect(biddingPoints((APT * 7n) / 8n, APT, 1n)).toBe(5n * POINT_MICROS)
  expect(biddingPoints((APT * 7n) / 8n, APT, 3n)).toBe(10n * POINT_MICROS)
  expect(biddingPoints((APT * 3n) / 4n, APT, 100n)).toBe(0n)
  expect(biddingPoints(APT, APT, 0n)).toBe(0n)
})

test('an offer earns no more for a size above a hundred', () => {
  expect(biddingPoints(APT, APT, 99n)).toBeLessThan(biddingPoints(APT, APT, 100n))
  expect(biddingPoints(APT, APT, 10_000_000n)).toBe(biddingPoints(APT, APT, 100n))
})

test('orders earn nothing where the floor is below the least price: they would cost nothing', () => {
  const least = 100_000n
  expect([listingPoints(least, least), biddingPoints(least, least, 1n)]).toEqual([
    10n * POINT_MICROS,
    10n * POINT_MICROS,
  ])
  for (const floor of [1n, least - 1n]) {
    expect([listingPoints(floor, floor), biddingPoints(floor, floor, 100n)]).toEqual([0n, 0n])
  }
})
