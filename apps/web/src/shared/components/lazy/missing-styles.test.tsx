import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../../testing/render-site.tsx'
import { lazyPart } from './lazy-part.tsx'
import { MissingSection } from './missing-section.tsx'
import { watchStyles, withStyles } from './missing-styles.ts'

// @vitest-environment happy-dom
const added: HTMLLinkElement[] = []

beforeAll(() => watchStyles(document))
beforeEach(() => {
  added.length = 0
  // The links of further attempts are answered by the test.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => void added.push(...(nodes as HTMLLinkElement[])))
})
afterEach(async () => {
  vi.useRealTimers()
  // None is left for the next test.
  const left = withStyles(async () => null)()
  await Promise.resolve()
  answer('load')
  await left
  cleanup()
  vi.restoreAllMocks()
})

/** A part that needs a stylesheet, for which the bundler asks once; it cannot be loaded then. */
function partWith(href: string) {
  let isAsked = false
  return async () => {
    if (isAsked) return { default: () => <p>a chart</p> }
    isAsked = true
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
    Object.defineProperty(link, 'href', { value: href })
    document.head.appendChild(link)
    await Promise.resolve()
    link.dispatchEvent(new Event('error'))
    throw new Error(`Unable to preload CSS for ${href}`)
  }
}

function answer(event: 'load' | 'error') {
  for (const link of added.splice(0)) link.dispatchEvent(new Event(event))
}

// @feature shell.missing-dialog
it('loads a missing stylesheet of a part again until it is there, and none that is', async () => {
  const load = withStyles(partWith('/assets/a.css'))
  await expect(load()).rejects.toThrow('Unable to preload CSS')
  expect(added).toEqual([])
  const failed = load()
  expect(added.map(({ rel, href }) => [rel, href])).toEqual([['stylesheet', expect.stringContaining('/assets/a.css')]])
  answer('error')
  await expect(failed).rejects.toThrow('/assets/a.css')
  const loaded = load()
  expect(added).toHaveLength(1)
  answer('load')
  await loaded
  await load()
  expect(added).toEqual([])
})

// @feature shell.missing-dialog
it('holds up each part that shares a missing stylesheet, also where another has asked for it', async () => {
  const first = partWith('/assets/shared.css')
  const asked = first()
  const second = withStyles(vi.fn(async () => 'a table').mockImplementationOnce(() => asked.then(() => 'never')))
  await expect(second()).rejects.toThrow('Unable to preload CSS')
  const failed = second()
  expect(added).toHaveLength(1)
  answer('error')
  await expect(failed).rejects.toThrow('/assets/shared.css')
})

// @feature shell.missing-dialog
it.each([
  ['stays blocked', () => answer('error')],
  ['does not come', () => vi.advanceTimersByTime(1_000)],
])('loads other parts while the stylesheet of one %s', async (_, settle) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const blocked = withStyles(partWith('/assets/b.css'))
  await expect(blocked()).rejects.toThrow('Unable to preload CSS')
  const other = vi.fn(async () => 'a table')
  const first = withStyles(other)()
  const second = withStyles(other)()
  // It may be theirs, too: it is asked for again, once for both.
  expect(added).toHaveLength(1)
  expect(other).not.toHaveBeenCalled()
  settle()
  expect(await Promise.all([first, second])).toEqual(['a table', 'a table'])
  answer('load')
})

// @feature shell.missing-dialog
it('shows a part that is loaded by trying again with its styles', async () => {
  const Part = lazyPart(partWith('/assets/chart.css'), MissingSection)
  renderSite(
    <Suspense fallback={null}>
      <Part />
    </Suspense>,
    {},
  )
  await screen.findByText('Couldn’t load this part of the page')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(added).toHaveLength(1)
  expect(screen.queryByText('a chart')).toBeNull()
  await act(async () => answer('load'))
  await screen.findByText('a chart')
})
