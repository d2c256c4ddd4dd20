import { runs } from '@opal/domain/testing/effort/config'
import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { span, useSelection } from './use-selection.ts'

// @vitest-environment happy-dom
afterEach(cleanup)

interface Row {
  readonly key: string
  readonly price: number
}
const keyOf = ({ key }: Row) => key
const rowOf = (key: string, price = 1): Row => ({ key, price })
const rowsOf = (keys: readonly string[], price = 1): readonly Row[] => keys.map((key) => rowOf(key, price))

interface List {
  rows: readonly Row[]
  isLoading?: boolean
  list?: string
}
const select = (first: List) =>
  renderHook(({ rows, isLoading = false, list = 'all' }: List) => useSelection(rows, keyOf, { list, isLoading }), {
    initialProps: first,
  })

// @feature table.select
it('toggles a row, and deselects it when the list no longer shows it', () => {
  const { result, rerender } = select({ rows: rowsOf(['a', 'b', 'c']) })
  act(() => result.current.toggle(rowOf('b'), true, false))
  expect(result.current.has('b')).toBe(true)
  rerender({ rows: rowsOf(['c', 'd']) })
  expect(result.current.rows).toEqual([])
  rerender({ rows: rowsOf(['b', 'c', 'd']) })
  expect(result.current.has('b')).toBe(false)
  act(() => result.current.toggle(rowOf('d'), true, false))
  act(() => result.current.toggle(rowOf('c'), true, false))
  act(() => result.current.toggle(rowOf('c'), false, false))
  expect(result.current.rows).toEqual(rowsOf(['d']))
})

// @feature table.select-all
it('sets the header checkbox to unchecked, mixed or checked by the shown rows', () => {
  const { result, rerender } = select({ rows: rowsOf(['a', 'b']) })
  expect(result.current.state).toBe('none')
  act(() => result.current.toggle(rowOf('a'), true, false))
  expect(result.current.state).toBe('partial')
  act(() => result.current.toggle(rowOf('b'), true, false))
  expect(result.current.state).toBe('all')
  rerender({ rows: rowsOf(['a', 'b', 'c']) })
  expect(result.current.state).toBe('partial')
  act(() => result.current.toggleAll(true))
  expect(result.current.state).toBe('all')
  act(() => result.current.toggleAll(false))
  expect([result.current.state, result.current.rows]).toEqual(['none', []])
})

it('selects all rows of one key together', () => {
  const { result } = select({ rows: [...rowsOf(['a', 'b']), rowOf('a', 2)] })
  act(() => result.current.toggle(rowOf('a'), true, false))
  expect(result.current.rows).toEqual([rowOf('a'), rowOf('a', 2)])
  expect(result.current.state).toBe('partial')
})

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f']
const someKey = fc.constantFrom(...KEYS)
/** Changes that users and the market make to a list: other filters, loading, other rows or prices, toggles. */
const step = fc.oneof(
  fc.record({ type: fc.constant('filter' as const), list: fc.constantFrom('all', 'listed', 'unlisted') }),
  fc.record({ type: fc.constant('load' as const) }),
  fc.record({ type: fc.constant('show' as const), keys: fc.shuffledSubarray(KEYS), price: fc.nat(9) }),
  fc.record({ type: fc.constant('tick' as const), key: someKey, on: fc.boolean(), toHere: fc.boolean() }),
  fc.record({ type: fc.constant('tick-all' as const), on: fc.boolean() }),
  fc.record({ type: fc.constant('clear' as const) }),
)

// @feature portfolio.selection
it('holds only rows that the list shows now, as they are now, after any changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now: Required<List> = { rows: rowsOf(KEYS), isLoading: false, list: 'all' }
      let ticked = new Set<string>()
      let last: string | null = null
      const { result, rerender, unmount } = select(now)
      for (const one of steps) {
        const shown = now.rows.map(keyOf)
        if (one.type === 'filter') {
          if (one.list !== now.list) ticked = new Set()
          now = { ...now, list: one.list }
          rerender(now)
        } else if (one.type === 'load') {
          now = { ...now, rows: [], isLoading: true }
          rerender(now)
        } else if (one.type === 'show') {
          now = { ...now, rows: rowsOf(one.keys, one.price), isLoading: false }
          ticked = new Set([...ticked].filter((key) => one.keys.includes(key)))
          rerender(now)
        } else if (one.type === 'tick') {
          // Only what is shown has a box.
          if (!shown.includes(one.key)) continue
          const [from, to] = [shown.indexOf(last ?? ''), shown.indexOf(one.key)]
          const span = one.toHere && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [one.key]
          for (const key of span) one.on ? ticked.add(key) : ticked.delete(key)
          last = one.key
          act(() => result.current.toggle(rowOf(one.key), one.on, one.toHere))
        } else if (one.type === 'tick-all') {
          for (const key of shown) one.on ? ticked.add(key) : ticked.delete(key)
          act(() => result.current.toggleAll(one.on))
        } else {
          ticked = new Set()
          act(() => result.current.clear())
        }
        const expected = now.rows.filter(({ key }) => ticked.has(key))
        expect(result.current.rows).toEqual(expected)
        expect(now.rows.map((row) => result.current.has(row.key))).toEqual(now.rows.map(({ key }) => ticked.has(key)))
        const isAll = expected.length === now.rows.length
        expect(result.current.state).toBe(expected.length === 0 ? 'none' : isAll ? 'all' : 'partial')
      }
      unmount()
    }),
    { numRuns: runs(60) },
  )
})

// @feature portfolio.select-all
it('selects the range from the last toggled row with Shift, in both directions', () => {
  const rows = ['a', 'b', 'c', 'd']
  const self = (row: string) => row
  expect(span(rows, self, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(span(rows, self, 'a', 'c')).toEqual(['a', 'b', 'c'])
  expect(span(rows, self, null, 'c')).toEqual(['c'])
  expect(span(rows, self, 'a', 'gone')).toEqual([])
})
