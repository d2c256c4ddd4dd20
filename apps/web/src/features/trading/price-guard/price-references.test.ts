import { bps } from '@opal/domain/prices/rates'
import { splitPrice } from '@opal/domain/prices/sale-split'
import { tickOf } from '@opal/domain/prices/tick'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakEven, floorLabel, percentAdvice, withPercent } from './price-references.ts'

// @feature trade.every-price
it('describes the distance of a price above or below the floor', () => {
  expect(floorLabel(110n, 100n)).toBe('10% over floor')
  expect(floorLabel(123_456_789n, 100n)).toBe('123,456,689% over floor')
  expect(floorLabel(95n, 100n)).toBe('5% under floor')
  expect(floorLabel(100n, 100n)).toBe('at floor')
  expect(floorLabel(10n ** 9n + 1n, 10n ** 9n)).toBe('just over floor')
  expect(floorLabel(1n, null)).toBeNull()
  fc.assert(
    fc.property(fc.bigInt(10n ** 6n, 10n ** 15n), fc.integer({ min: -99, max: 900 }), (floor, percent) => {
      const price = (floor * BigInt(100 + percent)) / 100n
      const side = percent > 0 ? 'over' : 'under'
      expect(floorLabel(price, floor)).toBe(percent === 0 ? 'at floor' : `${Math.abs(percent)}% ${side} floor`)
    }),
  )
})

// @feature list.round-prices
describe('a price some percent over or under another', () => {
  it.each([
    [8_294_000_000n, '5', 8_710_000_000n],
    [646_000_000n, '-5', 613_500_000n],
    [100_000_000n, '-5', 95_000_000n],
    [8_293_951_234n, '0', 8_293_951_234n],
  ])('%i by %s percent is %i', (octas, percent, expected) => {
    expect(withPercent(octas, percent)).toBe(expected)
  })

  const prices = fc.bigInt(1n, 10n ** 16n)
  const inPercent = (bps: number) => `${bps < 0 ? '-' : '+'}${(Math.abs(bps) / 100).toFixed(2)}`

  // A tenth of a percent under the floor has to undercut it, however coarse the ticks of its size are.
  it.each([
    [123_400_000n, '-0.1', 123_250_000n],
    [123_600_000n, '+0.1', 123_750_000n],
    [100_000_000n, '+0.2', 100_200_000n],
    [100_000_000n, '-0.01', 99_990_000n],
  ])('%i by %s percent keeps its side: %i', (octas, percent, expected) => {
    expect(withPercent(octas, percent)).toBe(expected)
  })

  it('is on the side of its percentage for any price, at most half a step further', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: -10_000, max: 99_999 }), (octas, bps) => {
        const price = withPercent(octas, inPercent(bps)) ?? -1n
        const step = (price - octas) * 10_000n * (bps < 0 ? -1n : 1n)
        const asked = octas * BigInt(Math.abs(bps))
        expect(bps === 0 ? step === 0n : step > 0n).toBe(true)
        expect(step >= asked).toBe(true)
        // Whole octas may cost one more.
        expect(2n * step <= 3n * asked + 20_000n).toBe(true)
      }),
    )
  })

  it('is on the round tick of its size unless the step is as small as two ticks', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: -9_900, max: 99_999 }), (octas, bps) => {
        const price = withPercent(octas, inPercent(bps)) ?? -1n
        const tick = tickOf((octas * BigInt(10_000 + bps)) / 10_000n)
        fc.pre(octas * BigInt(Math.abs(bps)) > 2n * tick * 10_000n)
        expect(price % tick).toBe(0n)
      }),
    )
  })
})

// @feature list.presets
describe('what is wrong with a percentage', () => {
  it.each([
    ['', null],
    ['-99.99', null],
    ['-0099', null],
    ['+9999', null],
    ['-', 'A percentage is a number, such as -5'],
    ['five', 'A percentage is a number, such as -5'],
    ['-100', 'Enter a percentage above -100'],
    ['-200', 'Enter a percentage above -100'],
    ['-0100.5', 'Enter a percentage above -100'],
    ['10000', 'Enter a percentage below 10,000'],
    ['1.234', 'Enter at most two decimals'],
    ['30%', null],
    ['-2,5 %', null],
    ['−5%', null],
    ['1,500', 'Write thousands without a comma: 1500'],
    ['-1,500%', 'Write thousands without a comma: 1500'],
    ['%', 'A percentage is a number, such as -5'],
    ['5%%', 'A percentage is a number, such as -5'],
  ])('%s: %s', (text, expected) => expect(percentAdvice(text)).toBe(expected))

  it('is something for every text by which no price can be moved, and for every one that leaves no price', () => {
    const number = fc
      .tuple(
        fc.constantFrom('', '-', '+'),
        fc.integer({ min: 0, max: 20_000 }),
        fc.constantFrom('', '.5', ',25', '.125', '.', ',500'),
        fc.constantFrom('', '%', ' %', '%%'),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(number, fc.string()), (text) => {
        const price = withPercent(10n ** 8n, text)
        expect(percentAdvice(text) === null).toBe(price !== null && price > 0n)
      }),
    )
  })
})

// @feature list.presets
it('is the same percentage with its sign, with a space before it, and with a decimal comma', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 16n), fc.integer({ min: -9_999, max: 99_999 }), (octas, bps) => {
      const plain = `${bps < 0 ? '-' : ''}${(Math.abs(bps) / 100).toFixed(2)}`
      const price = withPercent(octas, plain)
      expect(price).not.toBeNull()
      for (const written of [`${plain}%`, `${plain} %`, plain.replace('.', ','), ` ${plain.replace('-', '−')}% `])
        expect(withPercent(octas, written)).toBe(price)
    }),
  )
})

// @feature list.break-even
it('breaks even where fee and royalty leave the cost, and at most a tick above it', () => {
  fc.assert(
    fc.property(fc.bigInt(1_000n, 10n ** 14n), fc.nat(1_000), fc.nat(2_000), (cost, commission, royalty) => {
      const price = breakEven(cost, commission, royalty) ?? 0n
      const netOf = (octas: bigint) => splitPrice(octas, bps(commission), bps(royalty)).sellerOctas
      expect(netOf(price) >= cost).toBe(true)
      // Parts are rounded down: two octas at most.
      expect(netOf(price - tickOf(price)) <= cost + 2n).toBe(true)
    }),
  )
  expect(breakEven(1n, 5_000, 5_000)).toBeNull()
})
