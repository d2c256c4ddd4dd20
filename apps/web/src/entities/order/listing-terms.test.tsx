import { cleanup, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { latestRate } from '../../shared/format/apt-rate.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { NO_TERMS } from '../../testing/testing-item.ts'
import { BriefTerms, briefTerms, countdown, reservedBuyers, TermsNote, termsLabels } from './listing-terms.tsx'

// @vitest-environment happy-dom

afterEach(() => {
  cleanup()
  latestRate.set(null)
  vi.useRealTimers()
})

const [VIEWER, OTHER] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`] as const

it('says of each term what it means for the viewer', () => {
  expect(termsLabels(null, VIEWER)).toEqual([])
  expect(termsLabels({ ...NO_TERMS, leastProceeds: '5' }, VIEWER)).toEqual([])
  expect(termsLabels({ ...NO_TERMS, reservedFor: VIEWER }, VIEWER)).toEqual(['reserved for you'])
  expect(termsLabels({ ...NO_TERMS, reservedFor: OTHER }, VIEWER)).toEqual(['reserved for 0xbbbb…bbbb'])
  expect(termsLabels({ ...NO_TERMS, reservedFor: OTHER }, null)).toEqual(['reserved for 0xbbbb…bbbb'])
  const falling = {
    ...NO_TERMS,
    endPrice: '150000000',
    fallsUntilSeconds: '1900000000',
    expiresAtSeconds: '2000000000',
  }
  // Who can buy comes first: a narrow row cuts the end.
  expect(termsLabels({ ...falling, reservedFor: OTHER }, VIEWER)).toEqual([
    'reserved for 0xbbbb…bbbb',
    expect.stringMatching(/^falls to 1\.5 APT by \d\d\/\d\d\/2030, \d+:\d\d [AP]M$/),
    expect.stringMatching(/^expires \d\d\/\d\d\/2033, \d+:\d\d [AP]M$/),
  ])
})

// @feature portfolio.listing-terms
it('calls a buyer by the name that is known, and the viewer you', () => {
  const names = new Map([
    [OTHER, 'bob.apt'],
    [VIEWER, 'me.apt'],
  ])
  const reserved = { ...NO_TERMS, reservedFor: OTHER }
  expect(termsLabels(reserved, VIEWER, { names })).toEqual(['reserved for bob.apt'])
  expect(briefTerms(reserved, VIEWER, 0, { names })).toEqual(['Reserved for bob.apt'])
  expect(briefTerms({ ...NO_TERMS, reservedFor: VIEWER }, VIEWER, 0, { names })).toEqual(['Reserved for you'])
  const all = [reserved, { ...NO_TERMS, reservedFor: VIEWER }, NO_TERMS, null].map((terms) => ({ terms }))
  expect([reservedBuyers(all, VIEWER), reservedBuyers(all, null)]).toEqual([[OTHER], [OTHER, VIEWER]])
})

it('an end that was reached is one of the past', () => {
  expect(termsLabels({ ...NO_TERMS, expiresAtSeconds: '1900000000' }, VIEWER, { hasExpired: true })).toEqual([
    expect.stringMatching(/^expired \d\d\/\d\d\/2030, /),
  ])
})

// @feature portfolio.listing-terms
it('says in a row what the price falls to, how long the listing is open, and for whom', () => {
  const falling = { endPrice: '150000000', fallsUntilSeconds: '3600' }
  const all = { ...NO_TERMS, ...falling, expiresAtSeconds: '7200', reservedFor: OTHER }
  expect(briefTerms(null, VIEWER, 0)).toEqual([])
  expect(briefTerms({ ...NO_TERMS, leastProceeds: '5' }, VIEWER, 0)).toEqual([])
  const { falls, open, reserved } = {
    falls: { ...all, reservedFor: null },
    open: { ...all, endPrice: null },
    reserved: { ...all, expiresAtSeconds: '18446744073709551615' },
  }
  expect(briefTerms(falls, VIEWER, 0)).toEqual(['Falls to 1.5 APT in 1h', 'Expires in 2h'])
  expect(briefTerms(open, VIEWER, 0)).toEqual(['Expires in 2h', 'Reserved for 0xbbbb…bbbb'])
  expect(briefTerms(reserved, VIEWER, 0)).toEqual(['Falls to 1.5 APT in 1h', 'Reserved for 0xbbbb…bbbb'])
  expect(briefTerms(open, OTHER, 7_200_000)).toEqual(['Expired', 'Reserved for you'])
  expect(briefTerms(open, OTHER, null)).toEqual(['Expires', 'Reserved for you'])
  const never = { ...falls, fallsUntilSeconds: '18446744073709551615' }
  expect(briefTerms(never, OTHER, 0)[0]).toBe('Falls to 1.5 APT')
  // Three have room for one short line each.
  expect(briefTerms(all, VIEWER, 0)).toEqual(['To 1.5 APT in 1h', 'Ends in 2h', 'For 0xbbbb…bbbb'])
  expect(briefTerms(all, OTHER, 7_200_000)).toEqual(['To 1.5 APT', 'Expired', 'For you'])
  expect(briefTerms(all, OTHER, null)).toEqual(['To 1.5 APT', 'Ends', 'For you'])
})

it.each([
  ['1900000000', 'Expires in', 'expires'],
  ['100', 'Expired', 'expired'],
])('says the same of an end at %s in a row and in its tooltip', (expiresAtSeconds, brief, full) => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  renderSite(<BriefTerms terms={{ ...NO_TERMS, expiresAtSeconds }} viewer={null} />, {})
  expect(screen.getByText(brief, { exact: false }).title).toMatch(new RegExp(`^${full} \\d`))
})

// @feature currency.toggle
it.each([
  ['APT', '1.5 APT'],
  ['USD', '$12.63'],
])('names the price that a listing falls to in %s, in a row, its tooltip and an order', (currency, price) => {
  latestRate.set({ cents: 842n, ageSeconds: 1 })
  const terms = { ...NO_TERMS, endPrice: '150000000', fallsUntilSeconds: '4000000000' }
  const parts = (
    <>
      <BriefTerms terms={terms} viewer={null} />
      <p>
        <TermsNote listing={{ terms, validity: 'valid' }} viewer={null} />
      </p>
    </>
  )
  renderSite(parts, {}, undefined, { cookies: `opal.currency=${currency}` })
  const row = screen.getByText(`Falls to ${price}`, { exact: false, selector: 'span' })
  expect(row.title).toContain(`falls to ${price} by`)
  screen.getByText(`falls to ${price} by`, { exact: false, selector: 'p' })
})

it('says something of terms with any times, however late', () => {
  const seconds = fc.oneof(fc.bigInt(1n, 2n ** 64n - 1n), fc.bigInt(253_402_300_000n, 9_000_000_000_000n)).map(String)
  fc.assert(
    fc.property(seconds, seconds, (fallsUntilSeconds, expiresAtSeconds) => {
      const [falls, expires] = termsLabels({ ...NO_TERMS, endPrice: '5', fallsUntilSeconds, expiresAtSeconds }, null)
      const isLate = (text: string) => new Date(Number(text) * 1_000).getUTCFullYear() > 9_999 || Number(text) > 8.64e12
      expect(falls?.includes(' by ')).toBe(!isLate(fallsUntilSeconds))
      expect(expires === undefined).toBe(isLate(expiresAtSeconds))
    }),
    { examples: [[String(2n ** 64n - 1n), String(2n ** 64n - 1n)]] },
  )
})

it('counts down in hours, minutes and seconds', () => {
  expect([0n, 59n, 125n, 3_600n].map(countdown)).toEqual(['now', 'in 0:59', 'in 2:05', 'in 1:00:00'])
  fc.assert(
    fc.property(fc.bigInt(1n, 400_000n), (left) => {
      const parts = countdown(left).slice(3).split(':').map(BigInt)
      expect(parts.reduce((sum, part) => sum * 60n + part, 0n)).toBe(left)
    }),
  )
})
