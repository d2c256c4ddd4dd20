import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type Column, DataTable } from './data-table.tsx'

const COLUMNS: readonly Column<string>[] = [
  { id: 'NAME', header: 'Name', name: 'Name', sortable: true, cell: (row) => row },
  { id: 'PRICE', header: 'Price', name: 'Price', sortable: true, cell: () => '1' },
]

function rendered(props: Partial<Parameters<typeof DataTable<string>>[0]>): string {
  const whole = {
    label: 'Things',
    columns: COLUMNS,
    rows: [],
    rowKey: (row: string) => row,
    empty: 'No Things',
    ...props,
  }
  return renderToStaticMarkup(<DataTable {...whole} />)
}

describe('DataTable', () => {
  // @feature table.placeholders, table.skeletons
  it('shows placeholders of a row’s shape while more is on its way', () => {
    const html = rendered({ pending: 50 })
    expect(html.match(/<tr class="[^"]*"><td/g)).toHaveLength(50)
    expect(html).toContain('aria-busy="true"')
    expect(html).not.toContain('No Things')
  })

  // @feature table.sortable
  it('says by which column it is sorted, and how', () => {
    const html = rendered({ rows: ['a'], sort: { columnId: 'PRICE', direction: 'desc' } })
    expect(html.match(/aria-sort/g)).toHaveLength(1)
    expect(html).toMatch(/aria-sort="descending"[^>]*>.*Price/)
  })

  // @feature landing.empty, activity.empty
  it('says so when it is empty', () => {
    expect(rendered({})).toContain('No Things')
  })
})
