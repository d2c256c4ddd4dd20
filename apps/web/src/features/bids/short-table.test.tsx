// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { ShortTable } from './short-table.tsx'

afterEach(cleanup)

/** Rows of the table, also those far from the window. */
const rowCount = () => Number(screen.getByRole('table').getAttribute('aria-rowcount'))

// @feature book.short
it('is at most eight rows longer than what is next to it until all are requested', async () => {
  const counts = fc.integer({ min: 0, max: 60 })
  await fc.assert(
    fc.asyncProperty(counts, counts, async (count, beside) => {
      const { unmount } = renderSite(
        <ShortTable
          label="Prices"
          columns={[{ id: 'price', header: 'Price', name: 'Price', cell: (row: number) => row }]}
          rows={Array.from({ length: count }, (_, at) => at)}
          rowKey={String}
          empty="None"
          hasMore={false}
          beside={beside}
        />,
        {},
      )
      const shown = rowCount()
      const all = screen.queryByRole('button', { name: `Show all ${count} prices` })
      expect(shown - beside).toBeLessThanOrEqual(8)
      // What has room is shown.
      expect(shown).toBeGreaterThanOrEqual(Math.min(count, Math.max(8, beside)))
      expect(all !== null).toBe(shown < count)
      if (all !== null) {
        await userEvent.click(all)
        expect(rowCount()).toBe(count)
        await userEvent.click(screen.getByRole('button', { name: 'Show fewer prices' }))
        expect(rowCount()).toBe(shown)
      }
      unmount()
    }),
    { numRuns: 40, examples: [[40, 2]] },
  )
})
