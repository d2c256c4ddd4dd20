// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { formatAptExact } from '../format/apt.ts'
import { latestRate } from '../format/apt-rate.ts'
import { formatUsdExact } from '../format/usd.ts'
import { TotalPrice } from './total-price.tsx'

afterEach(() => {
  cleanup()
  latestRate.set(null)
})

// @feature currency.toggle
it('says what is signed in APT to the octa, whatever the currency, and beside it in dollars where those are chosen and known', () => {
  const octas = fc.option(fc.bigInt(0n, 10n ** 14n), { nil: undefined })
  fc.assert(
    fc.property(octas, fc.option(fc.bigInt(1n, 10_000n)), fc.constantFrom('APT', 'USD'), (amount, cents, currency) => {
      cleanup()
      latestRate.set({ cents, ageSeconds: 1 })
      renderSite(<TotalPrice octas={amount} />, {}, [], { cookies: `opal.currency=${currency}` })
      const exact = amount === undefined ? null : screen.getByTitle(formatAptExact(amount))
      expect(exact === null).toBe(amount === undefined)
      const dollars = screen.queryByText(/^\$/)?.textContent ?? null
      const isBoth = amount !== undefined && cents !== null && currency === 'USD'
      expect(dollars).toBe(isBoth ? `${formatUsdExact(amount, cents)} · ` : null)
    }),
    { numRuns: 40 },
  )
})
