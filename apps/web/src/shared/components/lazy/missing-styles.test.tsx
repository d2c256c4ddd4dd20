import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { lazyPart } from './lazy-part.tsx'
import { MissingSection } from './missing-section.tsx'
import { loadMissingStyles, watchStyles } from './missing-styles.ts'

// @vitest-environment happy-dom
const added: HTMLLinkElement[] = []

beforeAll(() => watchStyles(document))
beforeEach(() => {
  added.length = 0
  // The links are answered by the test.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => void added.push(...(nodes as HTMLLinkElement[])))
})
afterEach(async () => {
  // None is left for the next test.
  const left = loadMissingStyles()
  answer('load')
  await left
  cleanup()
  vi.restoreAllMocks()
})

/** A stylesheet of the bundler that cannot be loaded. */
function failStyles(href: string) {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
  Object.defineProperty(link, 'href', { value: href })
  document.body.appendChild(link)
  link.dispatchEvent(new Event('error'))
  link.remove()
}

function answer(event: 'load' | 'error') {
  for (const link of added.splice(0)) link.dispatchEvent(new Event(event))
}

// @feature shell.missing-dialog
it('loads a missing stylesheet again until it is there, and none that is', async () => {
  await loadMissingStyles()
  expect(added).toEqual([])
  failStyles('/assets/a.css')
  const failed = loadMissingStyles()
  expect(added.map(({ rel, href }) => [rel, href])).toEqual([['stylesheet', expect.stringContaining('/assets/a.css')]])
  answer('error')
  await expect(failed).rejects.toThrow('/assets/a.css')
  const loaded = loadMissingStyles()
  expect(added).toHaveLength(1)
  answer('load')
  await loaded
  await loadMissingStyles()
  expect(added).toEqual([])
})

// @feature shell.missing-dialog
it('shows a part that is loaded by trying again with its styles', async () => {
  let isThere = false
  const Part = lazyPart(async () => {
    if (isThere) return { default: () => <p>a chart</p> }
    failStyles('/assets/chart.css')
    throw new Error('Unable to preload CSS for /assets/chart.css')
  }, MissingSection)
  renderSite(
    <Suspense fallback={null}>
      <Part />
    </Suspense>,
    {},
  )
  await screen.findByText('Couldn’t load this part of the page')
  isThere = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(added).toHaveLength(1)
  expect(screen.queryByText('a chart')).toBeNull()
  await act(async () => answer('load'))
  await screen.findByText('a chart')
})
