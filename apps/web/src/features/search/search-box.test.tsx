import { fakeBack } from '@opal/ui/testing/fake-back'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSite } from '../../testing/render-site.tsx'
import { testingCollection } from '../../testing/testing-collection.ts'
import { SearchBox } from './search-box.tsx'

// @vitest-environment happy-dom
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const collection = (digit: string, collectionName: string, slug: string) =>
  testingCollection(`0x${digit.repeat(64)}`, { collectionName, slug })
const SUGGESTED = [collection('a', 'Stones of the North', 'stones'), collection('b', 'Apes', 'apes')]
const FOUND = [collection('c', 'Moss Folk', 'moss'), collection('a', 'Stones of the North', 'stones')]

/** Renders the field with an API that answers the search only when it is let. */
function renderSearch() {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const site = renderSite(<SearchBox />, {
    '/aggregator/collection/popular': () => ({ data: SUGGESTED, nextCursor: null }),
    '/aggregator/collection/search/sto': async () => {
      await answered
      return { data: FOUND, nextCursor: null }
    },
  })
  const field = screen.getByRole<HTMLInputElement>('combobox')
  act(() => field.focus())
  return { ...site, field, answer }
}

// @feature shell.back-closes
it('closes its popup by Back on a phone, and keeps what was typed', async () => {
  const back = fakeBack()
  const { field } = renderSearch()
  await screen.findByRole('link', { name: /Apes/ })
  fireEvent.change(field, { target: { value: 'ston' } })
  await act(async () => expect(back.press()).toBe(true))
  expect(screen.queryByRole('link')).toBeNull()
  expect(field.value).toBe('ston')
  expect(document.activeElement).toBe(document.body)
  expect(back.press()).toBe(false)
})

// @feature search.popup
it('returns the focus to the field when the focused result is replaced', async () => {
  const { field, answer } = renderSearch()
  await screen.findByRole('link', { name: /Apes/ })
  fireEvent.change(field, { target: { value: 'sto' } })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toContain('Stones')
  answer()
  await screen.findByRole('link', { name: /Moss Folk/ })
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toContain('Moss Folk')
})

// @feature search.popup
it.each([
  ['Tab', '{Tab}', 'After'],
  ['Shift+Tab', '{Shift>}{Tab}{/Shift}', 'Before'],
])('is left by one %s, from the field and from any result', async (_, keys, beyond) => {
  renderSite(
    <>
      <button type="button">Before</button>
      <SearchBox />
      <button type="button">After</button>
    </>,
    { '/aggregator/collection/popular': () => ({ data: SUGGESTED, nextCursor: null }) },
  )
  const user = userEvent.setup()
  for (const steps of ['', '{ArrowDown}{ArrowDown}']) {
    act(() => screen.getByRole('combobox').focus())
    await screen.findByRole('link', { name: /Apes/ })
    if (steps !== '') await user.keyboard(steps)
    await user.keyboard(keys)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: beyond }))
    expect(screen.queryByRole('link', { name: /Apes/ })).toBeNull()
  }
})

// @feature search.composing
it.each(['Enter', 'Escape', 'ArrowDown', 'Tab'])('leaves %s to an input method that composes a word', async (key) => {
  const { field, answer, router } = renderSearch()
  await screen.findByRole('link', { name: /Apes/ })
  fireEvent.change(field, { target: { value: 'sto' } })
  answer()
  await screen.findByRole('link', { name: /Moss Folk/ })
  fireEvent.keyDown(field, { key, isComposing: true })
  await act(async () => {})
  expect([router.state.location.pathname, field.value, document.activeElement]).toEqual(['/', 'sto', field])
  expect(screen.queryByRole('link', { name: /Moss Folk/ })).not.toBeNull()
})

// @feature search.enter
it.each(['before', 'after'] as const)('opens the first result with Enter pressed %s it was found', async (when) => {
  const { field, answer, router } = renderSearch()
  await screen.findByRole('link', { name: /Apes/ })
  fireEvent.change(field, { target: { value: 'sto' } })
  if (when === 'before') fireEvent.keyDown(field, { key: 'Enter' })
  answer()
  if (when === 'after') {
    await screen.findByRole('link', { name: /Moss Folk/ })
    fireEvent.keyDown(field, { key: 'Enter' })
  }
  await waitFor(() => expect(router.state.location.pathname).toBe('/collection/moss'))
  await waitFor(() => expect(field.value).toBe(''))
})

// @feature search.popup
it.each([
  ['Enter in the field', '{Enter}'],
  ['Enter on the result', '{ArrowDown}{Enter}'],
  ['a press', null],
])('closes when the page that is shown already is chosen by %s', async (_, keys) => {
  const { router } = renderSite(
    <SearchBox />,
    {
      '/aggregator/collection/popular': () => ({ data: SUGGESTED, nextCursor: null }),
      '/aggregator/collection/search/moss': () => ({ data: [collection('c', 'Moss Folk', 'moss')], nextCursor: null }),
    },
    undefined,
    { at: '/collection/moss?tab=activity' },
  )
  const field = screen.getByRole<HTMLInputElement>('combobox')
  const user = userEvent.setup()
  await user.type(field, 'moss')
  const link = await screen.findByRole('link', { name: /Moss Folk/ })
  await (keys === null ? user.click(link) : user.keyboard(keys))
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  expect(field.value).toBe('')
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/collection/moss')
})

// @feature search.popup
it.each([
  ['the field', ''],
  ['a result', '{ArrowDown}{ArrowDown}'],
])('closes its results and clears its text on Escape from %s', async (_, steps) => {
  const { field } = renderSearch()
  const user = userEvent.setup()
  await user.type(field, 'sto')
  await screen.findByRole('link', { name: /Apes/ })
  if (steps !== '') await user.keyboard(steps)
  // Chromium clears a search field on Escape, unless the page prevents it.
  const isLeftToBrowser = fireEvent.keyDown(document.activeElement ?? field, { key: 'Escape' })
  expect(isLeftToBrowser).toBe(false)
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('')
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

// @feature search.enter
it('opens no result of an earlier search text', async () => {
  const { field, answer, router } = renderSearch()
  await screen.findByRole('link', { name: /Apes/ })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.change(field, { target: { value: 'sto' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.change(field, { target: { value: 'stone' } })
  answer()
  await screen.findByText(/No Results Found|Search is unavailable/)
  expect(router.state.location.pathname).toBe('/')
})

// @feature search.enter, search.collection-id
it.each([
  ['the collection that has a pasted id', [collection('d', 'Moss Folk', 'moss')], '/collection/moss'],
  ['the wallet of an address that no collection has', [], `/0x${'d'.repeat(64)}`],
])('opens %s with Enter, whichever response arrives first', async (_, found, path) => {
  const id = `0x${'d'.repeat(64)}`
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { router } = renderSite(<SearchBox />, {
    '/aggregator/collection/popular': () => ({ data: SUGGESTED, nextCursor: null }),
    [`/aggregator/collection/search/${id}`]: async () => {
      await answered
      return { data: found, nextCursor: null }
    },
    '/data/user/names': () => ({ data: [{ wallet_address: id, name: null, is_wallet_address: true }] }),
  })
  const field = screen.getByRole<HTMLInputElement>('combobox')
  act(() => field.focus())
  fireEvent.change(field, { target: { value: id } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByRole('heading', { name: 'Wallet' })
  await screen.findByRole('link', { name: /dddddd/ })
  expect(router.state.location.pathname).toBe('/')
  answer()
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})

// @feature search.slash
it.each(['dialog', 'alertdialog'])('leaves its key alone behind a %s, whose focus it cannot take', (role) => {
  renderSite(<SearchBox />, {})
  const field = screen.getByRole('combobox')
  const above = document.body.appendChild(document.createElement('div'))
  above.role = role
  expect(fireEvent.keyDown(above, { key: '/' })).toBe(true)
  expect([document.activeElement === field, field.getAttribute('aria-expanded')]).toEqual([false, 'false'])
  above.remove()
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(field)
})

// @feature search.placeholder
it.each([
  [300, 'Search Collections and Wallets'],
  [242, 'Search...'],
])('says in a field of %i px what has room in it: %s', (width, words) => {
  let changed: ResizeObserverCallback = () => {}
  const fake = class {
    constructor(callback: ResizeObserverCallback) {
      changed = callback
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', fake)
  renderSite(<SearchBox />, {})
  const entry = { contentRect: { width } } as ResizeObserverEntry
  act(() => changed([entry], {} as ResizeObserver))
  expect(screen.getByRole<HTMLInputElement>('combobox').placeholder).toBe(words)
})
