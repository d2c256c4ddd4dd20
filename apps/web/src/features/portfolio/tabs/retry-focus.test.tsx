import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import PageFocus from '../../../app/focus/page-focus.tsx'
import { ApiFailure, renderSite } from '../../../testing/render-site.tsx'
import { ME } from '../../../testing/testing-item.ts'
import LotsTab from '../lots/lots-tab.tsx'
import { DEFAULT_PORTFOLIO_VIEW } from '../portfolio-view.ts'
import { PortfolioPanel } from './portfolio-panel.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature shell.keyboard
it('has the focus on its tab while what failed is loaded again, and once it is there', async () => {
  const answer = Promise.withResolvers<unknown>()
  let fails = true
  const view = { ...DEFAULT_PORTFOLIO_VIEW, tab: 'pnl' } as const
  const page = (
    <main>
      <PortfolioPanel wallet={ME} view={view} onViewChange={() => {}}>
        <LotsTab wallet={ME} view={view} onViewChange={() => {}} />
      </PortfolioPanel>
      <PageFocus />
    </main>
  )
  renderSite(page, {
    [`/data/user/lots/${ME}`]: () => {
      if (fails) throw new ApiFailure(503, 'down')
      return answer.promise
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  retry.focus()
  await userEvent.keyboard('{Enter}')
  const tab = screen.getByRole('tab', { name: 'P&L' })
  await expect.poll(() => document.activeElement).toBe(tab)
  answer.resolve({ data: [], nextCursor: null })
  await screen.findByText('No lots')
  expect(document.activeElement).toBe(tab)
})
