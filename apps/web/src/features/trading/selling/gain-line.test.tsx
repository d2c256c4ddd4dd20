// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { GainLine } from './gain-line.tsx'

afterEach(cleanup)

const APT = 100_000_000n

// @feature list.terms
it.each([
  ['of a fixed price', {}, 'P&L after fees+1 APT (+50%)', 'up'],
  ['of one that falls to a gain', { endGain: APT / 2n }, 'P&L after fees at the starting price+1 APT (+50%)', 'up'],
  [
    ...['of one that falls to a loss', { endGain: -APT }],
    ...['P&L after fees from start to end+1 APT (+50%) to -1 APT (-50%)', 'flat'],
  ],
] as const)('says the profit or loss %s', (_, end, text, trend) => {
  render(<GainLine rows={[{ gain: APT, cost: 2n * APT, ...end }]} />)
  expect(screen.getByRole('status').textContent).toBe(text)
  expect(screen.getByRole('status').querySelector('strong')?.dataset.trend).toBe(trend)
})
