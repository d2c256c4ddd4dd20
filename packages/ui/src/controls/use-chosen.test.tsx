import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Segmented } from './segmented.tsx'
import { Select } from './select.tsx'
import { Tabs } from './tabs.tsx'
import { useChosen } from './use-chosen.ts'

// @vitest-environment happy-dom
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

// @feature shell.pressed-at-once
it('shows a choice at once, then whatever its owner has next, and what its owner has where that refuses it', () => {
  const value = fc.constantFrom('a', 'b', 'c')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('choose' as const), value }),
    fc.record({ kind: fc.constant('own' as const), value }),
    fc.record({ kind: fc.constant('wait' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const onChange = vi.fn()
      const { result, rerender, unmount } = renderHook((owned: string) => useChosen(owned, onChange), {
        initialProps: 'a',
      })
      let [owned, expected] = ['a', 'a']
      for (const one of steps) {
        if (one.kind === 'choose') {
          act(() => result.current[1](one.value))
          expect(onChange).toHaveBeenLastCalledWith(one.value, expected)
          expected = one.value
        } else if (one.kind === 'wait') {
          act(() => vi.advanceTimersByTime(2_000))
          expected = owned
        } else {
          if (one.value !== owned) expected = one.value
          owned = one.value
          rerender(owned)
        }
        expect(result.current[0]).toBe(expected)
      }
      unmount()
    }),
  )
})

// @feature shell.pressed-at-once
it.each(['radio', 'tab', 'option'])('marks a pressed %s before its owner has the choice', (role) => {
  const options = ['one', 'two'] as const
  const chosen = vi.fn()
  function Page() {
    const [value] = useState<'one' | 'two'>('one')
    const shared = { label: 'Choice', value, onValueChange: chosen }
    if (role === 'radio')
      return <Segmented {...shared} options={options.map((each) => ({ value: each, content: each }))} />
    if (role === 'option') return <Select {...shared} options={options.map((each) => ({ value: each, label: each }))} />
    return (
      <Tabs {...shared} tabs={options.map((each) => ({ value: each, label: each }))}>
        Panel
      </Tabs>
    )
  }
  render(<Page />)
  const marked = () => {
    if (role === 'tab') return screen.getByRole('tab', { selected: true }).textContent
    return screen.getByRole<HTMLInputElement>(role === 'radio' ? 'radio' : 'combobox', {
      ...(role === 'radio' && { checked: true }),
    }).value
  }
  expect(marked()).toBe('one')
  if (role === 'option') fireEvent.change(screen.getByRole('combobox'), { target: { value: 'two' } })
  else fireEvent.click(screen.getByRole(role, { name: 'two' }))
  expect(chosen.mock.calls).toEqual([['two', 'one']])
  expect(marked()).toBe('two')
  act(() => vi.advanceTimersByTime(2_000))
  expect(marked()).toBe('one')
})
