import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { type SiteAction, siteActions } from '../../shared/hooks/site-actions.ts'
import { type ApiAnswers, renderSite } from '../../testing/render-site.tsx'
import { testingCollection } from '../../testing/testing-collection.ts'
import CommandPalette from './command-palette.tsx'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  siteActions.set([])
})

const MOTHS = testingCollection(`0x${'1'.repeat(64)}`, {
  collectionName: 'Moth Archive',
  slug: 'moth-archive',
  floorPrice: '1250000000',
})
const ANSWERS = {
  '/aggregator/collection/search/moth': () => ({ data: [MOTHS], nextCursor: null }),
  '/aggregator/collection/search/mtoh': () => ({ data: [MOTHS], nextCursor: null }),
  '/aggregator/collection/popular': () => ({ data: [], nextCursor: null }),
}

const action = (title: string): SiteAction => ({ id: title, title, group: 'Go to', run: () => {} })

function open(actions: readonly SiteAction[], more: ApiAnswers = {}, onOpenChange = (_open: boolean) => {}) {
  siteActions.set(actions)
  return renderSite(<CommandPalette open onOpenChange={onOpenChange} />, { ...ANSWERS, ...more })
}

// @feature shell.palette-finds
it('lists collections by name with their floor, and opens the first by Enter', async () => {
  const { router } = open([])
  await userEvent.type(screen.getByPlaceholderText('Search commands, collections and wallets'), 'moth')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Search for “moth”')
  const option = await screen.findByRole('option', { name: /Moth Archive/ })
  expect(option.textContent).toMatch(/Moth ArchiveFloor .*12\.5/)
  await waitFor(() => expect(option.getAttribute('aria-selected')).toBe('true'))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/collection/moth-archive')
})

// @feature shell.palette-finds
it('lists them after the matching commands, which stay selected', async () => {
  open([action('Home page'), action('Mothers of pearl')])
  await userEvent.type(screen.getByPlaceholderText('Search commands, collections and wallets'), 'moth')
  await screen.findByRole('option', { name: /Moth Archive/ })
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Mothers of pearl')
  expect(screen.queryByRole('option', { name: /Home page/ })).toBeNull()
})

// @feature shell.palette-finds
it('waits for the search when Enter is pressed before it has answered, and opens the collection of that name', async () => {
  // This clock is stopped while a busy machine does other things: after two seconds without an answer the search would open.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const other = testingCollection(`0x${'2'.repeat(64)}`, {
    collectionName: 'Moth Archive Two',
    slug: 'moth-archive-two',
  })
  const { router } = open([], {
    '/aggregator/collection/search/moth%20archive': () => ({ data: [other, MOTHS], nextCursor: null }),
  })
  await userEvent.type(screen.getByPlaceholderText('Search commands, collections and wallets'), 'moth archive{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/collection/moth-archive')
})

// @feature shell.palette-finds
it('opens the search after two seconds without an answer', async () => {
  const onOpenChange = vi.fn()
  open([], { '/aggregator/collection/search/moth': () => new Promise(() => {}) }, onOpenChange)
  await userEvent.type(screen.getByPlaceholderText('Search commands, collections and wallets'), 'moth{Enter}')
  expect(onOpenChange).not.toHaveBeenCalled()
  await expect.poll(() => onOpenChange).toHaveBeenCalledWith(false)
})

// @feature shell.palette-finds
it('shows what the search found by a misspelt name', async () => {
  open([])
  await userEvent.type(screen.getByPlaceholderText('Search commands, collections and wallets'), 'mtoh')
  expect(await screen.findByRole('option', { name: /Moth Archive/ })).toBeTruthy()
})
