import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { isBareFailure, LAST_RESORT_PAGE } from '../server/bare-pages.ts'
import { ErrorPage, LastResort } from './error-page.tsx'

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
