// @vitest-environment happy-dom
import type { Collection } from '@opal/contract/collections'
import { RANKING_WINDOWS } from '@opal/contract/constants/windows'
import type { LiveMessage } from '@opal/contract/live'
import { runs } from '@opal/domain/testing/effort/config'
import { FOCUS_FALLBACK } from '@opal/ui/overlays/focus/focus-region'
import RestoreFocus from '@opal/ui/overlays/focus/restore-focus'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { walletSession } from '../entities/wallet/wallet-session.ts'
import { formatAptExact } from '../shared/format/apt.ts'
import { deliverLive } from '../shared/realtime/live-bus.ts'
import { ApiFailure, renderSite } from '../testing/render-site.tsx'
import { testingCollection } from '../testing/testing-collection.ts'
import { MARKETPLACES } from '../testing/testing-marketplaces.ts'
import Landing from './landing.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const NAMES = ['Amber', 'Basalt', 'Chalk', 'Dolomite'] as const
type Name = (typeof NAMES)[number]
/** The strip shows the first two, the table all of them. */
const FEATURED: readonly Name[] = ['Amber', 'Basalt']

/** Rows of the market after each change: a response of the API may be some changes old. */
class Market {
  #rows = new Map<Name, Collection>(
    NAMES.map((name, index) => [
      name,
      testingCollection(`0x${String(index + 1).repeat(64)}`, {
        collectionName: name,
        slug: name.toLowerCase(),
        version: '10',
        floorPrice: '500000000',
        oneDayVolume: '700000000',
        allTimeVolume: '900000000',
      }),
    ]),
  )
  readonly past: (readonly Collection[])[] = [[...this.#rows.values()]]
  #messages = 0

  row(name: Name): Collection {
    const row = this.#rows.get(name)
    if (row === undefined) throw new Error(`There is no ${name}.`)
    return row
  }

  /** @param ago number of changes that the response is behind. */
  answer(ago: number): readonly Collection[] {
    return this.past.at(-1 - Math.min(ago, this.past.length - 1)) ?? []
  }

  floor(name: Name, octas: number, byTransaction: boolean): LiveMessage {
    const before = this.row(name)
    const version = String(BigInt(before.version) + (byTransaction ? 1n : 0n))
    this.#change(name, { floorPrice: String(octas), version })
    return this.#message('floor_change', name, String(octas), before.floorPrice)
  }

  sale(name: Name, octas: number): LiveMessage {
    const before = this.row(name)
    const plus = (volume: string) => String(BigInt(volume) + BigInt(octas))
    const [allTimeVolume, oneDayVolume] = [plus(before.allTimeVolume), plus(before.oneDayVolume)]
    this.#change(name, { allTimeVolume, oneDayVolume, version: String(BigInt(before.version) + 1n) })
    return this.#message('volume_change', name, allTimeVolume, before.allTimeVolume)
  }

  /** A sale leaves the 24-hour window: without a transaction or a message. */
  slide(name: Name): void {
    this.#change(name, { oneDayVolume: String(BigInt(this.row(name).oneDayVolume) / 2n) })
  }

  #change(name: Name, change: Partial<Collection>): void {
    this.#rows.set(name, { ...this.row(name), ...change })
    this.past.push([...this.#rows.values()])
  }

  #message(kind: 'floor_change' | 'volume_change', name: Name, next: string, old: string | null): LiveMessage {
    this.#messages += 1
    const { collectionId, version } = this.row(name)
    return { kind, id: String(this.#messages), collectionId, version, at: '1', new: next, old }
  }
}

const name = fc.constantFrom(...NAMES)
const octas = fc.integer({ min: 1, max: 2_000_000_000 })
const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('floor' as const), name, octas, byTransaction: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sale' as const), name, octas }) },
  fc.record({ kind: fc.constant('slide' as const), name }),
  // Requests rows that may be some changes old; they arrive some events later.
  fc.record({
    kind: fc.constant('window' as const),
    window: fc.constantFrom(...RANKING_WINDOWS),
    ago: fc.nat(3),
  }),
  fc.record({ kind: fc.constant('arrive' as const) }),
)
type Event = typeof event extends fc.Arbitrary<infer Each> ? Each : never

// @feature landing.featured, landing.live, landing.empty-hidden
it('shows the same floor and volume in the strip and the table, whatever the order of responses and messages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 14 }), async (events) => {
      const market = new Market()
      const page = openLanding(market)
      try {
        for (const each of events) {
          await page.happens(each)
          for (const of of FEATURED) {
            const row = page.table(of)
            if (row !== null) expect(page.strip(of), `${of} after ${each.kind}`).toEqual(row)
          }
        }
        await page.arrive()
        for (const of of NAMES) expect(page.table(of)?.floor).toBe(formatAptExact(market.row(of).floorPrice))
      } finally {
        page.close()
      }
    }),
    { numRuns: runs(6) },
  )
})

// @feature landing.live
it('applies a floor message of an expired listing, whose version is that of the row', async () => {
  const market = new Market()
  const page = openLanding(market)
  await page.happens({ kind: 'floor', name: 'Amber', octas: 600_000_000, byTransaction: false })
  expect(page.strip('Amber').floor).toBe('6 APT')
  expect(page.table('Amber')?.floor).toBe('6 APT')
})

// @feature landing.featured
it('shows the latest 24-hour volume in both after sales have left the window', async () => {
  const market = new Market()
  const page = openLanding(market)
  market.slide('Amber')
  await page.happens({ kind: 'window', window: '1d', ago: 0 })
  await page.arrive()
  expect(page.table('Amber')?.volume).toBe('3.5 APT')
  expect(page.strip('Amber').volume).toBe('3.5 APT')
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

function openLanding(market: Market) {
  const waiting: (() => void)[] = []
  const asked = new Set(['all'])
  let ago = 0
  const list = async (_body: unknown, { searchParams }: URL) => {
    // Pages are filtered where they are made: a page that is filtered here could be empty with more behind it.
    expect(searchParams.get('traded')).toBe('true')
    const data = market.answer(ago)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { data, nextCursor: null }
  }
  const rows = market.answer(0)
  const featured = rows.filter(({ collectionName }) => FEATURED.some((known) => known === collectionName))
  const loaded = {
    featured: { title: 'Featured', collections: featured },
    firstPage: { data: rows, nextCursor: null },
    order: 'ALL_TIME_VOLUME desc all',
    totals: null,
    loadedAt: Date.now(),
  }
  const { container, unmount } = renderSite(<Landing />, { '/aggregator/collection': list }, MARKETPLACES, {
    loaderData: loaded,
  })
  return {
    async happens(each: Event): Promise<void> {
      if (each.kind === 'slide') return market.slide(each.name)
      if (each.kind === 'arrive') return arrive()
      if (each.kind === 'window') return choose(each)
      const message =
        each.kind === 'sale'
          ? market.sale(each.name, each.octas)
          : market.floor(each.name, each.octas, each.byTransaction)
      await act(async () => deliverLive(message))
    },
    arrive,
    strip: (of: Name) => {
      const [floor, volume] = amounts(
        container.querySelector(`[aria-labelledby=featured] a[href="/collection/${slugOf(of)}"]`),
      )
      return { floor, volume }
    },
    /** Null while the table loads. */
    table: (of: Name) => {
      const headers = [...container.querySelectorAll('th')].map((header) => header.textContent)
      const row = container.querySelector(`td a[href="/collection/${slugOf(of)}"]`)?.closest('tr') ?? null
      const cell = (header: string) => amounts(row?.querySelectorAll('td')[headers.indexOf(header)] ?? null)[0]
      return row && { floor: cell('Floor'), volume: cell('1d volume') }
    },
    close: unmount,
  }

  async function choose({ window, ago: behind }: Extract<Event, { kind: 'window' }>): Promise<void> {
    ago = behind
    const button = container.querySelector(`input[type=radio][value="${window}"]`)
    if (button !== null) fireEvent.click(button)
    if (asked.has(window)) return
    asked.add(window)
    await vi.waitUntil(() => waiting.length > 0, { timeout: 30_000 })
  }

  async function arrive(): Promise<void> {
    for (const answer of waiting.splice(0)) answer()
    await waitFor(() => expect(container.querySelector('td a')).not.toBeNull())
  }
}

const slugOf = (of: Name) => of.toLowerCase()

function amounts(element: Element | null): readonly (string | null)[] {
  return [...(element?.querySelectorAll('[title$=" APT"]') ?? [])].map((price) => price.getAttribute('title'))
}
