import { RANKING_WINDOWS } from '@opal/contract/constants/windows'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import RankingColumnsButton from './ranking-columns-button.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature table.columns
it.each(RANKING_WINDOWS)('a window of 1024 px has a place for the volume of the window %s alone', async (window) => {
  vi.stubGlobal('innerWidth', 1024)
  renderSite(<RankingColumnsButton window={window} hidden={[]} onHiddenChange={() => {}} />, {})
  await userEvent.setup().click(screen.getByRole('button', { name: 'Columns' }))
  const items = (await screen.findAllByRole('menuitemcheckbox')).map(({ textContent }) => textContent)
  const own = window === 'all' ? 'Total volume' : 'Volume'
  const other = window === 'all' ? 'Volume' : 'Total volume'
  expect(items).toContain(own)
  expect(items).toContain(`${other} needs a wider window`)
  expect(items).toContain('Listed')
})
