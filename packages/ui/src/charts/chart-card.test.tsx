import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ChartCard } from './chart-card.tsx'

// @vitest-environment happy-dom
afterEach(cleanup)

it.each([
  ['no data', null, 0],
  ['data', { columns: ['Price'], rows: [['1']] }, 2],
])('offers table and file only with data, and has the room of their buttons in any case: %s', (_, table, offered) => {
  const { container } = render(
    <ChartCard title="Sales" definition="Every sale." table={table} onDownload={() => {}}>
      chart
    </ChartCard>,
  )
  expect(screen.queryAllByRole('button')).toHaveLength(offered)
  expect(container.querySelectorAll('button')).toHaveLength(2)
})
