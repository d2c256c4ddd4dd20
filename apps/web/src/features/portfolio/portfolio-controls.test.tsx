// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAddressView } from '../../shared/hooks/use-address-view.ts'
import { renderSite } from '../../testing/render-site.tsx'
import { ME } from '../../testing/testing-item.ts'
import LotsTab from './lots/lots-tab.tsx'
import { applyPortfolioView, DEFAULT_PORTFOLIO_VIEW, type PortfolioView, parsePortfolioView } from './portfolio-view.ts'
import { PortfolioPanel } from './tabs/portfolio-panel.tsx'

const ADDRESS = { parse: (search: URLSearchParams) => parsePortfolioView(search), apply: applyPortfolioView }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A page that has not rendered anything newer than what it began with. */
function Page() {
  const [[view, change]] = useState(useAddressView(ADDRESS))
  return (
    <PortfolioPanel wallet={ME} view={view} onViewChange={change}>
      <LotsTab wallet={ME} view={view} onViewChange={change} />
    </PortfolioPanel>
  )
}

/** Presses of controls: role and name of what is pressed, and what it chooses. */
const PRESSES: readonly (readonly [role: 'tab' | 'radio' | 'option', name: string, Partial<PortfolioView>])[] = [
  ['tab', 'Items', { tab: 'items' }],
  ['tab', 'Listings', { tab: 'listings' }],
  ['tab', 'P&L', { tab: 'pnl' }],
  ['radio', 'All', { lots: 'all' }],
  ['radio', 'Held', { lots: 'held' }],
  ['radio', 'Sold', { lots: 'sold' }],
  ['option', 'Any cost', { cost: 'any' }],
  ['option', 'Cost known', { cost: 'known' }],
  ['option', 'Cost unknown', { cost: 'unknown' }],
]

// @feature shell.pressed-at-once
it('has in its address what was pressed last of each control, however little of that is rendered yet', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...PRESSES), { maxLength: 8 }), async (presses) => {
      cleanup()
      const { router } = renderSite(<Page />, {})
      let expected = DEFAULT_PORTFOLIO_VIEW
      for (const [role, name, chosen] of presses) {
        await act(async () => {
          if (role === 'option') fireEvent.change(screen.getByLabelText('Cost'), { target: { value: chosen.cost } })
          else fireEvent.click(screen.getByRole(role, { name }))
        })
        expected = { ...expected, ...chosen }
        expect(parsePortfolioView(new URLSearchParams(router.state.location.search))).toEqual(expected)
      }
    }),
    {
      numRuns: 12,
      examples: [
        [[PRESSES[1], PRESSES[0], PRESSES[5], PRESSES[3], PRESSES[7], PRESSES[6]].flatMap((one) => (one ? [one] : []))],
      ],
    },
  )
})
