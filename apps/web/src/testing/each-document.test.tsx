// @vitest-environment happy-dom
import { showToast } from '@opal/ui/feedback/show-toast'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from './render-site.tsx'

afterEach(cleanup)

// In this order: the second test would find the toast of the first.
it('leaves a toast open', async () => {
  renderSite(null, {})
  await showToast('Left behind')
  expect(await screen.findByText('Left behind')).toBeTruthy()
})

it('starts without the toast of the previous test', async () => {
  renderSite(null, {})
  await showToast('Its own')
  expect(await screen.findByText('Its own')).toBeTruthy()
  expect(screen.queryByText('Left behind')).toBeNull()
})
