// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
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

// @feature route.state, route.back
it('has the tab of its page in the address, which Back leads through, and that of a dialog nowhere', async () => {
  const token = testingDetail({ attributes: [], lastSalePrice: null })
  const open = (place: 'page' | 'dialog', at: string) =>
    renderSite(<TokenDetail token={token} activity="Nothing yet" place={place} />, {}, undefined, { at }).router
  const selected = () => screen.getByRole('tab', { selected: true }).textContent
  const page = open('page', '/?tab=activity')
  await screen.findByText('Nothing yet')
  await userEvent.click(screen.getByRole('tab', { name: 'Overview' }))
  await waitFor(() => expect([selected(), page.state.location.search]).toEqual(['Overview', '']))
  await act(() => page.navigate(-1))
  await waitFor(() => expect([selected(), page.state.location.search]).toEqual(['Activity', '?tab=activity']))
  cleanup()
  const dialog = open('dialog', '/?tab=activity')
  expect(selected()).toBe('Overview')
  await userEvent.click(screen.getByRole('tab', { name: 'Activity' }))
  expect([selected(), dialog.state.location.search]).toEqual(['Activity', '?tab=activity'])
})
