import { act, cleanup, render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { renderToString } from 'react-dom/server'
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
it('an age never shrinks, however the clocks of others tick', () => {
  const age = { s: 1, m: 60, h: 3_600 }
  const secondsOf = (text: string) => Number(text.slice(0, -1)) * age[text.slice(-1) as keyof typeof age]
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_590 }), fc.integer({ min: 1, max: 59 }), (start, wait) => {
      vi.setSystemTime(START)
      // Others keep the slow clocks going.
      render([600, 7_200].map((seconds) => <Age key={seconds} micros={micros(seconds)} />))
      act(() => vi.advanceTimersByTime(wait * 1_000))
      const { container } = render(<Age micros={String((BigInt(Date.now()) - BigInt(start) * 1_000n) * 1_000n)} />)
      const ages = Array.from({ length: 80 }, () => {
        act(() => vi.advanceTimersByTime(1_000))
        return secondsOf(container.textContent ?? '')
      })
      expect(ages).toEqual(ages.toSorted((one, other) => one - other))
      cleanup()
    }),
    {
      numRuns: 20,
      examples: [
        [50, 5],
        [3_590, 30],
      ],
    },
  )
})

// @feature table.cell-date
it('marks its timestamp as a hint, for fingers and keyboards', () => {
  render(<Age micros={micros(90)} focusable />)
  const time = screen.getByText('1m')
  expect(time.title).toMatch(/^November 2[12] 2026 \d{2}:58:30 [AP]M$/)
  expect(time.hasAttribute('data-hint')).toBe(true)
  expect(time.tabIndex).toBe(0)
})

// @feature table.cell-date
it('is followed by a word where it is an age, and by none where the server renders a date', () => {
  const { container } = render(<Age micros={micros(90)} ago />)
  expect(container.textContent).toBe('1m ago')
  expect(renderToString(<Age micros={micros(90)} ago />)).toMatch(/^<time[^>]*>11\/2[12]\/2026<\/time>$/)
})
