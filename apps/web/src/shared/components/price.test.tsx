// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { parseApt } from '../format/apt.ts'
import { Gain } from './gain.tsx'
import { Price } from './price.tsx'

afterEach(cleanup)

const octas = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 14n }),
  // Amounts as people type them, most of which no rounding changes.
  fc.bigInt({ min: 0n, max: 10n ** 8n }).map((hundredths) => hundredths * 1_000_000n),
)

// @feature format.price
it('has the exact amount within reach of finger and keyboard wherever another one is shown, and only there', () => {
  fc.assert(
    fc.property(
      octas,
      fc.constantFrom('nearest' as const, 'down' as const, 'up' as const),
      fc.boolean(),
      (amount, rounding, isGain) => {
        renderSite(isGain ? <Gain octas={amount} /> : <Price octas={amount} rounding={rounding} />, {})
        const shown = screen.getByTitle(/ APT$/)
        // Screen readers have the exact amount next to the one that is seen.
        const seen = shown.querySelector('[aria-hidden]') ?? shown
        const [read = ''] = /^(?:[<>] )?[+-]?[\d.]+[KMB]?/.exec(seen.textContent ?? '') ?? []
        const isExact = parseApt(read.replace('+', '')) === amount
        expect('hint' in shown.dataset, `${amount} octas as ${read}`).toBe(!isExact)
        expect(parseApt(shown.title.replaceAll(',', '').replace(' APT', ''))).toBe(amount)
        cleanup()
      },
    ),
  )
})
