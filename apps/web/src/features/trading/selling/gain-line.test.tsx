// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { GainCell } from './gain-cell.tsx'
import { GainLine } from './gain-line.tsx'

afterEach(cleanup)

const APT = 100_000_000n

// @feature list.terms
it.each([
  ['of a fixed price', {}, 'P&L after fees+1 APT (+50%)', 'up'],
  [
    'of one that falls to a gain',
    { endGain: APT / 2n },
    'P&L after fees from the starting to the lowest price+1 APT (+50%) to +0.5 APT (+25%)',
    'up',
  ],
  [
    'of one that falls to a loss',
    { endGain: -APT },
    'P&L after fees from the starting to the lowest price+1 APT (+50%) to -1 APT (-50%)',
    'flat',
  ],
] as const)('says the profit or loss %s', (_, end, text, trend) => {
  render(<GainLine rows={[{ gain: APT, cost: 2n * APT, ...end }]} />)
  expect(screen.getByRole('status').textContent).toBe(text)
  expect(screen.getByRole('status').querySelector('strong')?.dataset.trend).toBe(trend)
})

// @feature list.terms
it('says of any price that falls what it leaves at its start and at its end', () => {
  const gains = fc.bigInt(-APT, 5n * APT).filter((gain) => gain > 1_000_000n || gain < -1_000_000n)
  fc.assert(
    fc.property(gains, gains, (gain, endGain) => {
      cleanup()
      render(<GainLine rows={[{ gain, cost: 2n * APT, endGain }]} />)
      const said = screen.getByRole('status').querySelector('strong')
      const sign = (octas: bigint) => (octas > 0n ? '\\+' : '-')
      expect(said?.textContent).toMatch(new RegExp(`^${sign(gain)}.* APT .* to ${sign(endGain)}.* APT `))
      expect(said?.dataset.trend).toBe(gain > 0n !== endGain > 0n ? 'flat' : gain > 0n ? 'up' : 'down')
    }),
  )
})

// @feature list.gain
it('adds up what all tokens with a known cost gain, whichever they are, and says how many where some have none', () => {
  const gain = fc.option(fc.bigInt(-APT, 5n * APT))
  const cost = fc.option(fc.bigInt(1n, 5n * APT))
  fc.assert(
    fc.property(fc.array(fc.record({ gain, cost }), { maxLength: 6 }), (rows) => {
      cleanup()
      render(<GainLine rows={rows} />)
      const known = rows.flatMap((row) => (row.gain === null || row.cost === null ? [] : [row]))
      const said = screen.queryByRole('status')
      if (known.length === 0) {
        expect(said).toBeNull()
        return
      }
      const ofSome = known.length < rows.length ? ` of ${known.length} with a known cost` : ''
      expect(said?.querySelector('span')?.textContent).toBe(`P&L after fees${ofSome}`)
      const outcome = said?.querySelector('strong')?.textContent
      cleanup()
      const sumOf = (field: 'gain' | 'cost') => known.reduce((sum, row) => sum + (row[field] ?? 0n), 0n)
      render(<GainLine rows={[{ gain: sumOf('gain'), cost: sumOf('cost') }]} />)
      expect(screen.getByRole('status').querySelector('strong')?.textContent).toBe(outcome)
    }),
  )
})

// @feature list.terms, accept.gain
it('says that a price breaks even where the gain or loss is less than the smallest that is shown', () => {
  const tiny = fc.bigInt(-999_999n, 999_999n).map((gain) => [gain, 'Break-even', 'flat', '±0'] as const)
  const gained = fc.bigInt(1_000_000n, APT).map((gain) => [gain, /^\+[\d.]+ APT \(\+/, 'up', /^\+/] as const)
  const lost = fc.bigInt(-APT, -1_000_000n).map((gain) => [gain, /^-[\d.]+ APT \(-/, 'down', /^-/] as const)
  fc.assert(
    fc.property(fc.oneof(tiny, gained, lost), ([gain, text, trend, figure]) => {
      cleanup()
      render(<GainLine rows={[{ gain, cost: 2n * APT }]} />)
      const said = screen.getByRole('status').querySelector('strong')
      expect(said?.textContent).toMatch(text)
      expect(said?.dataset.trend).toBe(trend)
      cleanup()
      render(
        <table>
          <tbody>
            <tr>
              <GainCell gain={gain} />
            </tr>
          </tbody>
        </table>,
      )
      const cell = screen.getByRole('cell')
      expect(cell.textContent).toMatch(figure)
      expect(cell.dataset.trend).toBe(trend === 'flat' ? undefined : trend)
    }),
  )
})
