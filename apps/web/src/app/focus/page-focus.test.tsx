// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import PageFocus from './page-focus.tsx'

afterEach(cleanup)

/** A page whose title is its path; on one of them a dialog is open. */
function Page() {
  const { pathname } = useLocation()
  return (
    <>
      <title>{`Page ${pathname}`}</title>
      {pathname === '/a/dialog' && <div role="dialog">Dialog</div>}
      <PageFocus />
    </>
  )
}

// @feature shell.page-name
it('announces the title of each page that is opened from another, and of nothing else', async () => {
  const { router } = renderSite(<Page />, {}, [], { at: '/a' })
  const announced = () => screen.getByRole('status').textContent
  const goTo = (to: string | number) => act(() => router.navigate(to as string))
  expect(announced()).toBe('')
  await goTo('/a?tab=bids')
  await goTo('/a#collections')
  expect(announced()).toBe('')
  await goTo('/b')
  expect(announced()).toBe('Page /b')
  await goTo('/a')
  expect(announced()).toBe('Page /a')
  await goTo(-1)
  expect(announced()).toBe('Page /b')
  await goTo('/a/dialog')
  expect(announced()).toBe('')
})
