// @vitest-environment happy-dom
import { RANKING_WINDOWS } from '@opal/contract/constants/windows'
import { runs } from '@opal/domain/testing/effort/config'
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { formatAptExact } from '../shared/format/apt.ts'
import { deliverLive } from '../shared/realtime/live-bus.ts'
import { renderSite } from '../testing/render-site.tsx'
import { MARKETPLACES } from '../testing/testing-marketplaces.ts'
import Landing from './landing.tsx'
import { amounts, FEATURED, Market, NAMES, type Name, slugOf } from './testing/landing-market.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

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
