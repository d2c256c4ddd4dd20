// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DataTable } from './data-table.tsx'

afterEach(cleanup)

const onOpen = vi.fn()
const onOther = vi.fn()

beforeEach(() => {
  onOpen.mockClear()
  onOther.mockClear()
})

function renderTable(covers: boolean) {
  const columns = [
    {
      id: 'name',
      header: 'Name',
      name: 'Name',
      cell: (row: string) => (
        <button
          type="button"
          data-row-cover={covers || undefined}
          onClick={({ ctrlKey }) => onOpen(row, ctrlKey)}
        >{`Open ${row}`}</button>
      ),
    },
    {
      id: 'price',
      header: 'Price',
      name: 'Price',
      cell: (row: string) => (
        <span title="exact">
          <span>{`Price of ${row}`}</span>
        </span>
      ),
    },
    {
      id: 'other',
      header: 'Other',
      name: 'Other',
      cell: (row: string) => (
        <button type="button" onClick={() => onOther(row)}>
          <span>{`Other of ${row}`}</span>
        </button>
      ),
    },
  ]
  render(<DataTable label="Things" columns={columns} rows={['a', 'b']} rowKey={(row) => row} empty="" />)
}

// @feature table.whole-row
it.each(['a', 'b'])('opens row %s by a click on any of its values, with the same modifier', (row) => {
  renderTable(true)
  fireEvent.click(screen.getByText(`Price of ${row}`))
  expect(onOpen.mock.calls).toEqual([[row, false]])
  fireEvent.click(screen.getByText(`Price of ${row}`), { ctrlKey: true })
  expect(onOpen.mock.lastCall).toEqual([row, true])
})

it('leaves clicks on controls to them', () => {
  renderTable(true)
  fireEvent.click(screen.getByText('Open a'))
  expect(onOpen).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByText('Other of b'))
  expect(onOther.mock.calls).toEqual([['b']])
  expect(onOpen).toHaveBeenCalledTimes(1)
})

it('does nothing where no control covers the row', () => {
  renderTable(false)
  fireEvent.click(screen.getByText('Price of a'))
  expect(onOpen).not.toHaveBeenCalled()
})
