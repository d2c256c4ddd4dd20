import { cleanup, render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { isBareFailure, LAST_RESORT_PAGE } from '../../server/bare-pages.ts'
import { ErrorPage, LastResort, RequestReference } from './error-page.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const SENTENCE = 'An error occurred while showing the error page'

// @feature route.error-of-error
it('an error page that throws leaves one sentence', () => {
  const boundary = new LastResort({ children: 'the error page' })
  expect(boundary.render()).toBe('the error page')
  boundary.state = LastResort.getDerivedStateFromError()
  expect(renderToStaticMarkup(boundary.render())).toContain(SENTENCE)
})

// @feature route.error-of-error
it('a server that could render neither the page nor its error answers with the sentence', () => {
  const plain = { 'content-type': 'text/plain' }
  expect(isBareFailure(new Response('Unexpected Server Error', { status: 500, headers: plain }))).toBe(true)
  expect(isBareFailure(new Response('<html>', { status: 500, headers: { 'content-type': 'text/html' } }))).toBe(false)
  expect(isBareFailure(new Response('gone', { status: 404, headers: plain }))).toBe(false)
  expect(LAST_RESORT_PAGE).toContain(SENTENCE)
  expect(LAST_RESORT_PAGE).toContain('Home page')
})

// @feature route.portfolio
it.each([
  [null, null],
  [{ reason: 'This address is not complete.' }, 'This address is not complete.'],
])('an address that leads nowhere says why: %o', (data, sentence) => {
  const error = { status: 404, statusText: '', internal: false, data }
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <ErrorPage error={error} />
    </MemoryRouter>,
  )
  expect(page.match(/404/g)).toHaveLength(1)
  expect(page).toContain('404 Not Found')
  expect(page).toContain('This page could not be found')
  if (sentence !== null) expect(page).toContain(sentence)
})

// @feature shell.theme
it.each([
  ['the system’s light one', '', true, 'light'],
  ['the system’s dark one', '', false, 'dark'],
  ['the chosen light one', 'light', false, 'light'],
  ['the chosen dark one', 'dark', true, 'dark'],
])('an error page that replaces the document has the theme of the site: %s', (_, chosen, isLight, theme) => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(chosen === '' ? '' : `opal.theme=${chosen}`)
  vi.stubGlobal('matchMedia', () => ({ matches: isLight }))
  document.documentElement.dataset.theme = isLight ? 'dark' : 'light'
  render(
    <MemoryRouter>
      <ErrorPage error={new Error('x')} />
    </MemoryRouter>,
  )
  expect(document.documentElement.dataset.theme).toBe(theme)
})

// @feature shell.theme
it('the page of a server that cannot render follows the system’s theme', () => {
  expect(LAST_RESORT_PAGE).toContain('prefers-color-scheme:light')
})

// @feature route.error, shell.offline-page
it.each([true, false])('a page that fails says whether the reason is no connection: online %s', (onLine) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  const { container } = render(
    <MemoryRouter>
      <RequestReference value="7f">
        <ErrorPage error={new TypeError('Failed to fetch')} />
      </RequestReference>
    </MemoryRouter>,
  )
  const { textContent } = container
  expect(textContent).toContain('An error occurred')
  expect(textContent?.includes('You’re offline')).toBe(!onLine)
  // No request failed: there is nothing to look for in a log.
  expect(textContent?.includes('Reference: 7f')).toBe(onLine)
})
