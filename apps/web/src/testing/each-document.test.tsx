// @vitest-environment happy-dom
import { showToast } from '@opal/ui/feedback/show-toast'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from './render-site.tsx'

afterEach(cleanup)

// In this order: the second finds what the first left.
it('a test may leave a toast', async () => {
  renderSite(null, {})
  await showToast('Left behind')
  expect(await screen.findByText('Left behind')).toBeTruthy()
})

it('the next one does not show it', async () => {
  renderSite(null, {})
  await showToast('Its own')
  expect(await screen.findByText('Its own')).toBeTruthy()
  expect(screen.queryByText('Left behind')).toBeNull()
})
