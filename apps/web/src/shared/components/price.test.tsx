// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { parseApt } from '../format/apt.ts'
import { latestRate } from '../format/apt-rate.ts'
import { usePriceFormat } from '../format/chart-labels.ts'
import { Gain } from './gain.tsx'
import { Price } from './price.tsx'

afterEach(() => {
  cleanup()
  latestRate.set(null)
})

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

// @feature currency.toggle
it.each([
  ['APT', null, '1.5', '+1.5 APT', '1.5 APT'],
  ['APT', 842n, '1.5', '+1.5 APT', '1.5 APT'],
  ['USD', 842n, '$12.63', '+$12.63', '$12.63'],
  // Without a rate there is no other price to show.
  ['USD', null, '1.5', '+1.5 APT', '1.5 APT'],
] as const)('is in %s at %s cents for an APT', (currency, cents, price, gain, read) => {
  latestRate.set({ cents, ageSeconds: 1 })
  function Read() {
    return <p>{usePriceFormat()('150000000')}</p>
  }
  const parts = (
    <>
      <Price octas="150000000" />
      <Gain octas="150000000" />
      <Read />
    </>
  )
  const { container } = renderSite(parts, {}, undefined, { cookies: `opal.currency=${currency}` })
  expect(screen.getByText(price, { selector: '[aria-hidden]' })).toBeTruthy()
  expect(container.querySelector('[data-trend]')?.textContent).toBe(gain)
  expect(container.querySelector('p')?.textContent).toBe(read)
})
