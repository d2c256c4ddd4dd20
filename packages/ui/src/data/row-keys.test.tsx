// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DataTable } from './data-table.tsx'

afterEach(cleanup)

const COLUMNS = [
  {
    id: 'name',
    header: 'Name',
    name: 'Name',
    cell: (row: string) => (
      <button type="button" data-row-link="">
        {row}
      </button>
    ),
  },
  {
    id: 'fields',
    header: 'Fields',
    name: 'Fields',
    cell: (row: string) => (
      <>
        <select aria-label={`Select of ${row}`} />
        <input aria-label={`Input of ${row}`} />
        <textarea aria-label={`Text of ${row}`} />
      </>
    ),
  },
]

/** Presses a key on an element of the first row. @returns the focused element's text, and whether the press was taken. */
function press(element: HTMLElement, key: string, held: object = {}) {
  element.focus()
  const isFree = fireEvent.keyDown(element, { key, ...held })
  return [document.activeElement?.textContent, !isFree]
}

// @feature shell.browser-keys
it('moves between the rows by arrow keys, j and k, but not from fields and not with other keys held', () => {
  render(<DataTable label="Things" columns={COLUMNS} rows={['first', 'second']} rowKey={(row) => row} empty="" />)
  const [first, second] = ['first', 'second'].map((name) => screen.getByRole('button', { name })) as HTMLElement[]
  if (first === undefined || second === undefined) throw new Error('no rows')
  for (const key of ['ArrowDown', 'j']) {
    expect(press(first, key)).toEqual(['second', true])
    for (const held of ['altKey', 'ctrlKey', 'metaKey'])
      expect(press(first, key, { [held]: true }), held).toEqual(['first', false])
    for (const name of ['Select', 'Input', 'Text']) {
      const field = screen.getByLabelText(`${name} of first`)
      expect(press(field, key), name).toEqual(['', false])
      expect(document.activeElement).toBe(field)
    }
  }
  for (const key of ['ArrowUp', 'k']) expect(press(second, key)).toEqual(['first', true])
})
