import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSelection } from './use-selection.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

const self = (row: string) => row
const select = (shown: readonly string[]) =>
  renderHook(({ rows }) => useSelection(rows, self), { initialProps: { rows: shown } })

// @feature table.select
it('toggles a row, and keeps the selection while other rows are shown', () => {
  const { result, rerender } = select(['a', 'b', 'c'])
  act(() => result.current.toggle('b', true, false))
  expect(result.current.has('b')).toBe(true)
  rerender({ rows: ['c', 'd'] })
  expect(result.current.rows).toEqual(['b'])
  act(() => result.current.toggle('d', true, false))
  act(() => result.current.toggle('b', false, false))
  expect(result.current.rows).toEqual(['d'])
})

// @feature table.select-all
it('sets the header checkbox to unchecked, mixed or checked by the shown rows', () => {
  const { result, rerender } = select(['a', 'b'])
  expect(result.current.state).toBe('none')
  act(() => result.current.toggle('a', true, false))
  expect(result.current.state).toBe('partial')
  act(() => result.current.toggle('b', true, false))
  expect(result.current.state).toBe('all')
  rerender({ rows: ['a', 'b', 'c'] })
  expect(result.current.state).toBe('partial')
  act(() => result.current.toggleAll(true))
  expect(result.current.state).toBe('all')
  act(() => result.current.toggleAll(false))
  expect([result.current.state, result.current.rows]).toEqual(['none', []])
})
