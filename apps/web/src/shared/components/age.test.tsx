import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Age } from './age.tsx'

// @vitest-environment happy-dom
const START = Date.UTC(2026, 10, 22)
const micros = (secondsAgo: number) => String(BigInt(START - secondsAgo * 1_000) * 1_000n)
const shown = () => screen.getByText(/^\d+[smhdMY]$/).textContent

beforeEach(() => vi.useFakeTimers({ now: START }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

// @feature table.cell-date
it.each([
  ['seconds, every one of them', 0, 1, 59],
  ['minutes, within ten seconds', 60, 10, 59 * 60],
  ['hours, within a minute', 3_600, 60, 4 * 3_600],
])('an age counts %s', (_, secondsAgo, tick, length) => {
  render(<Age micros={micros(secondsAgo)} />)
  for (let passed = 0; passed < length; passed += tick) {
    const age = secondsAgo + passed
    const [unit, seconds] = age >= 3_600 ? ['h', 3_600] : age >= 60 ? ['m', 60] : ['s', 1]
    expect(shown()).toBe(`${Math.floor(age / seconds)}${unit}`)
    act(() => vi.advanceTimersByTime(tick * 1_000))
  }
})

// @feature table.cell-date
it('marks its timestamp as a hint, for fingers and keyboards', () => {
  render(<Age micros={micros(90)} focusable />)
  const time = screen.getByText('1m')
  expect(time.title).toMatch(/^November 2[12] 2026 \d{2}:58:30 [AP]M$/)
  expect(time.hasAttribute('data-hint')).toBe(true)
  expect(time.tabIndex).toBe(0)
})
