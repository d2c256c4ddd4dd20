import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import type { Token } from '@opal/contract/tokens'
import { compareTokens } from '@opal/contract/tokens/token-order'
import { runs } from '@opal/domain/testing/effort/config'
import { useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../app/loading/query-client.ts'
import { useSite } from '../../../app/site.tsx'
import { useEndlessList } from '../../../shared/lists/endless-list.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingToken } from '../../../testing/testing-token.ts'
import { itemsQuery } from '../items-query.ts'
import { DEFAULT_ITEMS_VIEW, type ItemsView } from '../items-view.ts'
import { useLiveItems } from './use-live-items.ts'
// Loaded by the list on demand: here before the clock stands still.
import '../fetch-items.ts'
import './place-token.ts'
import './read-items.ts'
import './settle-changes.ts'

// @vitest-environment happy-dom
const reset = () => {
  cleanup()
  vi.useRealTimers()
}
afterEach(reset)
const COLLECTION = `0x${'c0'.repeat(32)}`
/** The least number of rows of a page that is not the last one. */
const PAGE_ROWS = 15
/** Views between which the reader changes; null is another tab, in which the list is not. */
const VIEWS: readonly (ItemsView | null)[] = [
  { ...DEFAULT_ITEMS_VIEW, listedOnly: true },
  DEFAULT_ITEMS_VIEW,
  { ...DEFAULT_ITEMS_VIEW, listedOnly: true, sort: 'price_desc' },
  null,
]

interface Step {
  readonly kind: 'list' | 'sale' | 'expire' | 'turn'
  readonly at: number
  readonly price: number
  readonly isMoreAsked: boolean
  readonly pauseMs: number
}

/** The collection as it is now. It answers as the API does, and sends each change as the live feed does. */
class ReferenceCollection {
  #tokens: readonly Token[]
  #clock = 0

  constructor(prices: readonly (number | null)[]) {
    this.#tokens = prices.map((price, at) => ({ ...testingToken(at + 1, price), collectionId: COLLECTION }))
  }

  change({ kind, at, price }: Step): LiveMessage {
    this.#clock += 1
    const token = this.#tokens[at % this.#tokens.length] as Token
    const now = { ...token, ...testingToken(0, kind === 'list' ? price : null) }
    const { listedPrice, marketplace } = now
    this.#tokens = this.#tokens.map((one) => (one === token ? { ...token, listedPrice, marketplace } : one))
    const id = String(this.#clock)
    const base = { id, collectionId: COLLECTION, version: id, at: '1' }
    if (kind === 'expire') return { kind: 'listings_change', ...base }
    const activity = { kind, tokenDataId: token.tokenDataId } as Activity
    return { kind: 'activity', ...base, activity }
  }

  items({ listedOnly, sort }: Pick<ItemsView, 'listedOnly' | 'sort'>): readonly Token[] {
    return this.#tokens.filter(({ listedPrice }) => !listedOnly || listedPrice !== null).toSorted(compareTokens(sort))
  }
}

/** The list as it is rendered; null while it is not. */
let shown: {
  readonly rows: readonly Token[]
  readonly total: number | undefined
  readonly isFetching: boolean
  readonly onEndReached: (() => void) | null
} | null
let turnTo: (view: ItemsView | null) => void

function Tab() {
  const [view, setView] = useState(VIEWS[0] ?? null)
  turnTo = setView
  if (view === null) {
    shown = null
    return null
  }
  return <List view={view} />
}

function List({ view }: { readonly view: ItemsView }) {
  const list = useInfiniteQuery(itemsQuery(useSite().api, COLLECTION, view))
  const { rows, onEndReached } = useEndlessList(list, idOf)
  const { frame, items } = useLiveItems(COLLECTION, view, rows, list)
  shown = { rows: items, total: list.data?.pages[0]?.total, isFetching: list.isFetching, onEndReached }
  return <div ref={frame} />
}

function idOf({ tokenDataId }: Token): string {
  return tokenDataId
}

const step = fc.record({
  kind: fc.constantFrom(
    'list' as const,
    'list' as const,
    'sale' as const,
    'sale' as const,
    'expire' as const,
    'turn' as const,
  ),
  at: fc.nat(60),
  price: fc.integer({ min: 1, max: 60 }),
  isMoreAsked: fc.boolean(),
  pauseMs: fc.constantFrom(0, 20, 150, 1_000, 7_000),
})
const prices = fc.array(fc.option(fc.integer({ min: 1, max: 60 }), { freq: 9 }), { minLength: 40, maxLength: 60 })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

// @feature items.live-filtered, shell.shown-again
it('of a collection is what the api answers once its changes pause, whatever they are, however slow it is and whatever is shown meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      prices,
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.nat(900),
      async (some, steps, delayMs) => {
        vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] })
        const collection = new ReferenceCollection(some)
        let requests = 0
        const answer = async (_body: unknown, { searchParams }: URL) => {
          requests += 1
          const sort = (searchParams.get('sort') ?? 'price_asc') as ItemsView['sort']
          const all = collection.items({ listedOnly: searchParams.get('nftType') === 'LISTED', sort })
          const [id, cursor] = [searchParams.get('tokenId'), searchParams.get('cursor')]
          const compare = compareTokens(sort)
          const last: Token | null = cursor === null ? null : JSON.parse(cursor)
          const left = all.filter(
            (one) => (id === null || idOf(one) === id) && (last === null || compare(last, one) < 0),
          )
          const data = left.slice(0, Math.min(Number(searchParams.get('limit')), PAGE_ROWS))
          const nextCursor = data.length < left.length ? JSON.stringify(data.at(-1)) : null
          await new Promise((resolve) => setTimeout(resolve, id === null ? delayMs : delayMs / 5))
          return { data, nextCursor, total: id === null ? all.length : left.length }
        }
        const settle = async (seconds: number) => {
          for (let quiet = 0; quiet < seconds; quiet += 1) {
            const before = requests
            await pass(1_000)
            if (requests > before || shown?.isFetching === true) quiet = -1
          }
        }
        renderSite(<Tab />, { [`/api/collection/${COLLECTION}/nfts`]: answer }, undefined, {
          queries: createQueryClient(),
        })
        await settle(1)
        let view = VIEWS[0] ?? null
        const turn = (next: ItemsView | null) => {
          view = next
          act(() => turnTo(next))
        }
        for (const one of steps) {
          if (one.kind === 'turn') turn(VIEWS[one.at % VIEWS.length] ?? null)
          else act(() => deliverLive(collection.change(one)))
          // Sometimes a page is on its way while the next change comes.
          if (one.isMoreAsked) act(() => shown?.onEndReached?.())
          await pass(one.pauseMs)
        }
        if (view === null) turn(VIEWS[0] ?? null)
        await settle(15)
        const all = collection.items(view ?? DEFAULT_ITEMS_VIEW)
        const row = ({ tokenDataId, listedPrice }: Token) => [Number(tokenDataId), listedPrice]
        const rows = shown?.rows.map(row) ?? []
        expect([rows, shown?.total]).toEqual([all.slice(0, rows.length).map(row), all.length])
        expect(rows.length).toBeGreaterThanOrEqual(Math.min(all.length, 1))
        reset()
      },
    ),
    { numRuns: runs(60) },
  )
})
