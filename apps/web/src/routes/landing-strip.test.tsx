// @vitest-environment happy-dom
import type { Collection } from '@opal/contract/collections'
import { FOCUS_FALLBACK } from '@opal/ui/overlays/focus/focus-region'
import RestoreFocus from '@opal/ui/overlays/focus/restore-focus'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { walletSession } from '../entities/wallet/wallet-session.ts'
import { ApiFailure, renderSite } from '../testing/render-site.tsx'
import { MARKETPLACES } from '../testing/testing-marketplaces.ts'
import Landing from './landing.tsx'
import { amounts, FEATURED, Market, slugOf } from './testing/landing-market.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// @feature landing.featured
it.each(['', '?tab=favourites'])(
  'shows what the strip lacked once it is there, also of what no table lists: %s',
  async (search) => {
    // Not loaded before it is requested.
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
    const [amber, basalt, ...others] = new Market().answer(0)
    const strip = [amber, basalt] as Collection[]
    const fresh = strip.map((row) => ({ ...row, collectionImage: `ipfs://${row.slug}`, oneDayVolume: '300000000' }))
    const loaderData = {
      featured: { title: 'Featured', collections: strip },
      firstPage: { data: others, nextCursor: null },
      order: 'ALL_TIME_VOLUME desc all',
      totals: null,
      // The pages are a minute old.
      loadedAt: Date.now() - 60_000,
    }
    const answers = {
      '/aggregator/collection': () => ({ data: others, nextCursor: null }),
      // Another order, in which the cards would move.
      '/aggregator/collection/featured': () => ({ data: fresh.toReversed() }),
    }
    const { container } = renderSite(<Landing />, answers, MARKETPLACES, { loaderData, at: `/${search}` })
    const cards = () => [...container.querySelectorAll('[aria-labelledby=featured] a')]
    const sources = () => cards().map((card) => card.querySelector('img')?.src ?? null)
    expect(sources()).toEqual([null, null])
    await waitFor(() =>
      expect(sources().map((src) => new URL(src ?? '').searchParams.get('src'))).toEqual([
        'ipfs://amber',
        'ipfs://basalt',
      ]),
    )
    expect(cards().map((card) => amounts(card)[1])).toEqual(['3 APT', '3 APT'])
  },
)

// @feature landing.featured
it('leaves the strip as it is while the collections cannot be read', async () => {
  const rows = new Market().answer(0)
  const asked = vi.fn(() => {
    throw new ApiFailure(500, 'Something went wrong on our side.')
  })
  const loaderData = {
    featured: { title: 'Featured', collections: rows.slice(0, 2) },
    firstPage: { data: rows.slice(2), nextCursor: null },
    order: 'ALL_TIME_VOLUME desc all',
    totals: null,
    loadedAt: Date.now() - 60_000,
  }
  const answers = { '/aggregator/collection/featured': asked, '/aggregator/collection/popular': asked }
  const { container } = renderSite(<Landing />, answers, MARKETPLACES, { loaderData })
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  await act(async () => {})
  const cards = [...container.querySelectorAll('[aria-labelledby=featured] a')]
  expect(cards.map((card) => amounts(card)[0])).toEqual(['5 APT', '5 APT'])
})

// @feature landing.intro-focus
it.each([
  ['Get started', 'connecting', FEATURED, 'Amber'],
  ['Close introduction', 'connecting', FEATURED, 'Amber'],
  ['Close introduction', 'closing', FEATURED, 'Amber'],
  ['Get started', 'connecting', [], null],
] as const)(
  'moves the focus of %s to the first card when the introduction goes by %s',
  async (label, by, shown, card) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the site stores it.
    document.cookie = 'opal.intro=; path=/; max-age=0'
    const rows = new Market().answer(0)
    const collections = rows.filter(({ collectionName }) => shown.some((known) => known === collectionName))
    const loaderData = {
      featured: { title: 'Featured', collections },
      firstPage: { data: rows, nextCursor: null },
      order: 'ALL_TIME_VOLUME desc all',
      totals: null,
      loadedAt: Date.now(),
    }
    const page = (
      <div {...FOCUS_FALLBACK}>
        <Landing />
        <RestoreFocus />
      </div>
    )
    const { container } = renderSite(page, {}, MARKETPLACES, { loaderData })
    const control = screen.getByRole('button', { name: label })
    control.focus()
    await act(async () => {
      if (by === 'closing') fireEvent.click(control)
      else walletSession.set((before) => ({ ...before, status: 'connected' }))
    })
    await waitFor(() => expect(control.isConnected).toBe(false))
    const first = card && container.querySelector(`[aria-labelledby=featured] a[href="/collection/${slugOf(card)}"]`)
    // Without a card the focus stays before the table, to which Tab leads.
    const place = first ?? container.querySelector('main > [data-focus-region]')
    expect(document.activeElement).toBe(place)
    expect(screen.getByText(by === 'closing' ? 'Introduction closed.' : 'Wallet connected.').role).toBe('status')
    walletSession.set(walletSession.initial)
  },
)
