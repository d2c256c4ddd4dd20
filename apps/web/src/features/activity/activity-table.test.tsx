import { WINDOWS } from '@opal/contract/constants/windows'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { TokenActivity } from './activity-panel.tsx'
import { ActivityList } from './activity-table.tsx'
import { DEFAULT_ACTIVITY_VIEW, SWITCHED_TYPES } from './activity-view.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const NOTHING = { '/api/activities': () => ({ data: [], nextCursor: null }) }

// @feature token.activity
it.each(['window', 'inside'] as const)(
  'of a token without any says so, where it scrolls in the %s',
  async (scrolls) => {
    renderSite(<TokenActivity tokenDataId={`0x${'7'.repeat(64)}`} scrolls={scrolls} />, NOTHING)
    await screen.findByText('This Token has no Activity')
  },
)

// @feature activity.empty
it('says that there is none, or none under the filters, which it offers to take back', async () => {
  const view = fc.record({
    types: fc.subarray([...SWITCHED_TYPES]),
    marketplace: fc.constantFrom('all', 'own'),
    interval: fc.constantFrom(...WINDOWS),
  })
  await fc.assert(
    fc.asyncProperty(view, async (chosen) => {
      const onViewChange = vi.fn()
      const list = <ActivityList scope={{}} view={chosen} onViewChange={onViewChange} emptyText="No activity yet" />
      renderSite(list, NOTHING)
      const isFiltered = chosen.types.length > 0 || chosen.marketplace !== 'all' || chosen.interval !== 'all'
      await screen.findByText(isFiltered ? 'No results' : 'No activity yet')
      expect(screen.queryByText(isFiltered ? 'No activity yet' : 'No results')).toBeNull()
      if (isFiltered) {
        fireEvent.click(screen.getByRole('button', { name: 'Show all activity' }))
        expect(onViewChange).toHaveBeenLastCalledWith(DEFAULT_ACTIVITY_VIEW)
      }
      cleanup()
    }),
    { numRuns: 20 },
  )
})
