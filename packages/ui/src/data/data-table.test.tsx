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
  it('shows placeholder rows while more rows load', () => {
    const html = rendered({ pending: 50 })
    expect(html.match(/<tr class="[^"]*"><td/g)).toHaveLength(50)
    expect(html).toContain('aria-busy="true"')
    expect(html).not.toContain('No Things')
  })

  // @feature table.sortable
  it('exposes the sorted column and its direction', () => {
    const html = rendered({ rows: ['a'], sort: { columnId: 'PRICE', direction: 'desc' } })
    expect(html.match(/aria-sort/g)).toHaveLength(1)
    expect(html).toMatch(/aria-sort="descending"[^>]*>.*Price/)
  })

  it('names a sort button whose header is an icon', () => {
    const icon = { id: 'RARITY', header: <svg />, name: 'Rarity', sortable: true, cell: () => '1' }
    expect(rendered({ columns: [icon] })).toMatch(/<button[^>]*aria-label="Rarity"/)
    expect(rendered({})).not.toMatch(/<button[^>]*aria-label/)
  })

  it('marks the highlighted, the selected and the faded rows, and no others', () => {
    const html = rendered({
      rows: ['a', 'b', 'c'],
      isHighlighted: (row) => row === 'a',
      isSelected: (row) => row === 'b',
      isFaded: (row) => row === 'c',
    })
    const marks = html
      .match(/<tr[^>]*data-row=""[^>]*>/g)
      ?.map((tag) => tag.match(/data-(highlighted|selected|faded)="[^"]*"/g))
    expect(marks).toEqual([['data-highlighted="true"'], ['data-selected="true"'], ['data-faded="true"']])
  })

  it('keeps the room of rows that are not rendered from readers', () => {
    const html = rendered({ rows: Array.from({ length: 500 }, (_, at) => String(at)) })
    expect(html.match(/<tr[^>]*><td style="height:/g)).toEqual(['<tr aria-hidden="true"><td style="height:'])
  })

  // @feature table.dense
  it('has rows of 36 px for a mouse, 56 px for a finger, and other heights by its props', () => {
    expect(rendered({})).toMatch(/data-dense="true" style="--touch-height:56px;--dense-height:36px/)
    const high = rendered({ rowHeight: 64, denseHeight: 48 })
    expect(high).toMatch(/style="--touch-height:64px;--dense-height:48px/)
    // Its rows keep their two lines.
    expect(high).not.toContain('data-dense')
  })

  // @feature table.leads
  it('marks the values of the column that leads, where there is one', () => {
    expect(rendered({ rows: ['a', 'b'] })).not.toMatch(/data-led|data-leads/)
    const html = rendered({
      columns: COLUMNS.map((column) => ({ ...column, leads: column.id === 'PRICE' })),
      rows: ['a', 'b'],
    })
    expect(html).toContain('data-led="true"')
    expect(html.match(/<td[^>]*data-leads="true"[^>]*>1</g)).toHaveLength(2)
  })

  // @feature landing.empty, activity.empty
  it('shows the empty state without rows', () => {
    expect(rendered({})).toContain('No Things')
  })
})
