// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A field whose reported texts become its value when the test says so. */
function openField() {
  const reported: string[] = []
  const field = (value: string) => (
    <SearchField label="Search" placeholder="" maxLength={80} value={value} onChange={(text) => reported.push(text)} />
  )
  const { rerender } = render(field(''))
  const input = screen.getByLabelText<HTMLInputElement>('Search')
  return {
    reported,
    text: () => input.value,
    write: (text: string) => fireEvent.change(input, { target: { value: text } }),
    pass: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
    take: (value: string) => rerender(field(value)),
  }
}

// @feature items.search
it('keeps what is typed until the text before is applied, however late that is', () => {
  const step = fc.oneof(
    fc.constantFrom('', 'a', 'ab', 'abc').map((text) => ({ write: text })),
    fc.constant({ pass: 300 }),
    fc.constant({ take: true }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { reported, text, write, pass, take } = openField()
      let typed = ''
      let taken = 0
      for (const next of steps) {
        if ('write' in next) {
          write(next.write)
          typed = next.write
        } else if ('pass' in next) pass(next.pass)
        else if (taken < reported.length) take(reported[taken++] ?? '')
        expect(text()).toBe(typed)
      }
      pass(300)
      for (; taken < reported.length; taken++) take(reported[taken] ?? '')
      expect([text(), reported.at(-1) ?? '']).toEqual([typed, typed])
      cleanup()
    }),
    {
      examples: [
        [[{ write: 'a' }, { pass: 300 }, { write: 'ab' }, { take: true }]],
        [[{ write: 'a' }, { pass: 300 }, { write: '' }, { take: true }]],
      ],
    },
  )
})

// @feature items.search
it('shows a text that is changed from outside, such as one that is cleared', () => {
  const { reported, text, write, pass, take } = openField()
  write('ab')
  pass(300)
  take('ab')
  take('')
  expect(text()).toBe('')
  write('c')
  take('xyz')
  expect(text()).toBe('xyz')
  pass(300)
  expect(reported).toEqual(['ab'])
})
