// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { testingDetail } from '../../testing/testing-detail.ts'
import { TokenDetail } from './token-detail.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// @feature token.details
it('has its details below the image in every tab, also where nothing like it was ever sold', async () => {
  const token = testingDetail({ attributes: [], lastSalePrice: null, description: 'A stone of the shore' })
  renderSite(<TokenDetail token={token} activity="Nothing yet" place="dialog" />, {})
  const details = await screen.findByRole('heading', { name: 'Details' })
  screen.getByText('A stone of the shore')
  expect(details.closest('[role="tabpanel"]')).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: 'Activity' }))
  await waitFor(() => screen.getByText('Nothing yet'))
  expect(details.isConnected).toBe(true)
})
