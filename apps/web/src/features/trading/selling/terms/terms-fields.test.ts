import { formatUnits } from '@opal/domain/text/decimal'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_TERMS } from '../../../../testing/testing-item.ts'
import { expiresBeforeEnd, NO_TYPED_TERMS, readTerms, typedTermsOf } from './terms-fields.tsx'

const NOW = 1_790_000_000
const APT = 100_000_000n
const SELLER = `0x${'5e'.repeat(32)}`
const OTHER = `0x${'1c'.repeat(32)}`
const later = fc.integer({ min: NOW + 1, max: 4_000_000_000 })

// @feature list.edit-terms
it('names the terms of a listing as they are, to the second and to the octa', () => {
  const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
  const terms = fc.record({
    fall: some(fc.record({ end: fc.bigInt(1n, 9n * APT), until: later })),
    expires: some(later),
    buyer: some(fc.constant(OTHER)),
    least: some(fc.bigInt(1n, 10n * APT)),
  })
  fc.assert(
    fc.property(terms, ({ fall, expires, buyer, least }) => {
      const typed = typedTermsOf(
        {
          startPrice: fall && String(10n * APT),
          endPrice: fall && String(fall.end),
          fallsFromSeconds: fall && String(NOW - 5),
          fallsUntilSeconds: fall && String(fall.until),
          nextChangeSeconds: null,
          expiresAtSeconds: expires === null ? null : String(expires),
          reservedFor: buyer,
          leastProceeds: least === null ? null : String(least),
        },
        NOW * 1_000,
      )
      const named = {
        ...(fall !== null && {
          fall: {
            endPrice: String(fall.end),
            fromSeconds: String(NOW + Math.min(600, Math.floor((fall.until - NOW) / 2))),
            untilSeconds: String(fall.until),
          },
        }),
        ...(expires !== null && { expiresAtSeconds: String(expires) }),
        ...(buyer !== null && { reservedFor: buyer }),
        ...(least !== null && { leastProceeds: String(least) }),
      }
      const read = readTerms(typed, { lowest: 10n * APT, proceedsAt: () => 10n * APT + 1n }, NOW * 1_000, buyer, SELLER)
      expect(read).toEqual({ terms: Object.keys(named).length === 0 ? undefined : named, errors: {} })
    }),
  )
})

// @feature list.terms
it('refuses a minimum above what the price brings, and one that is not below what its end brings, at its field', () => {
  const amounts = fc.bigInt(1n, 10n * APT)
  const falling = { endPrice: '1', fallsUntil: '2100-01-01T00:00' }
  fc.assert(
    fc.property(amounts, fc.option(amounts, { nil: null }), fc.boolean(), (least, proceeds, falls) => {
      const typed = { ...NO_TYPED_TERMS, ...(falls && falling), least: formatUnits(least, 8) }
      const proceedsAt = (end: string | undefined) => (falls === (end === String(APT)) ? proceeds : 0n)
      const { errors } = readTerms(typed, { lowest: 10n * APT, proceedsAt }, NOW * 1_000, null, SELLER)
      const isTooHigh = proceeds !== null && (falls ? least >= proceeds : least > proceeds)
      expect(Object.keys(errors)).toEqual(isTooHigh ? ['least'] : [])
    }),
    {
      examples: [
        [APT, APT, true],
        [APT, APT, false],
      ],
    },
  )
})

// @feature list.terms
it('refuses the seller as the only buyer, by address or name, and nobody else', () => {
  const address = fc.constantFrom(SELLER, OTHER, null)
  fc.assert(
    fc.property(address, fc.constantFrom(SELLER, 'seller.apt', ''), (buyer, text) => {
      const typed = { ...NO_TYPED_TERMS, buyer: text }
      const { terms, errors } = readTerms(typed, { lowest: APT, proceedsAt: () => APT }, NOW * 1_000, buyer, SELLER)
      const expected =
        text === '' || buyer === OTHER
          ? undefined
          : buyer === null
            ? 'Enter an address or .apt name'
            : 'This is your own wallet. No one else could buy the item.'
      expect(errors.buyer).toBe(expected)
      if (text !== '' && buyer === OTHER) expect(terms).toEqual({ reservedFor: OTHER })
    }),
  )
})

// @feature list.terms
it('knows a listing that expires before its price has reached the end', () => {
  const date = (day: number) => `2100-01-${String(day).padStart(2, '0')}T00:00`
  const days = fc.integer({ min: 1, max: 31 })
  fc.assert(
    fc.property(days, days, fc.constantFrom('', '1'), (expires, until, endPrice) => {
      const typed = { ...NO_TYPED_TERMS, endPrice, expires: date(expires), fallsUntil: date(until) }
      expect(expiresBeforeEnd(typed)).toBe(endPrice !== '' && expires < until)
      expect([expiresBeforeEnd({ ...typed, expires: '' }), expiresBeforeEnd({ ...typed, fallsUntil: '' })]).toEqual([
        false,
        false,
      ])
    }),
  )
})

// @feature list.edit-terms
it('takes a price that has fallen as a fixed one, and an end that no date field has as none', () => {
  const never = '18446744073709551615'
  const fallen = {
    ...NO_TERMS,
    startPrice: '5',
    endPrice: '3',
    fallsFromSeconds: '1',
    fallsUntilSeconds: String(NOW),
    expiresAtSeconds: never,
  }
  expect(typedTermsOf(fallen, NOW * 1_000)).toEqual(NO_TYPED_TERMS)
  expect(typedTermsOf({ ...fallen, fallsUntilSeconds: never }, NOW * 1_000)).toEqual(NO_TYPED_TERMS)
})
