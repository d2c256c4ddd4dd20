import type { Activity } from '@opal/contract/activities'
import type { LiveMessage } from '@opal/contract/live'
import { runs } from '@opal/domain/testing/effort/config'
import { act, cleanup } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { walletSession } from '../../../entities/wallet/wallet-session.ts'
import { deliverLive } from '../../../shared/realtime/live-bus.ts'
import { renderSite } from '../../../testing/render-site.tsx'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { ME } from '../../../testing/testing-item.ts'
import { useOthersPrices } from './use-others-prices.ts'

// @vitest-environment happy-dom
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  walletSession.set(walletSession.initial)
})

const TOKEN = testingDetail({})
const LOADED = [{ data: TOKEN, dataUpdatedAt: 1 }]

function Priced() {
  const { floor, usualFloor, traitFloor, startingTraitFloor } = useOthersPrices(LOADED, true).of(TOKEN)
  return <p>{[floor, usualFloor, traitFloor, startingTraitFloor].join()}</p>
}

it('are refetched soon after the floor moves, and every few seconds while it moves without end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  walletSession.set({ ...walletSession.initial, status: 'connected', address: ME })
  let asked = 0
  const { container } = renderSite(<Priced />, {
    '/api/collection/nfts/top-trait': () => ({ data: [] }),
    [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => ({
      floorPrice: String(++asked),
      usualFloorPrice: null,
      token: null,
    }),
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const deliver = (id: number) =>
    act(() =>
      deliverLive({
        kind: 'floor_change',
        id: String(id),
        collectionId: TOKEN.collectionId,
        version: String(id),
        at: '1',
        old: '1',
        new: '2',
      }),
    )
  const soon = async () => {
    await pass(10)
    return container.textContent
  }
  await expect.poll(soon).toMatch(/^1,/)
  deliver(1)
  await expect.poll(soon).toMatch(/^2,/)
  for (let id = 2; id < 100; id += 1) {
    deliver(id)
    await pass(100)
  }
  await pass(10_000)
  expect(asked).toBeGreaterThan(4)
  expect(asked).toBeLessThan(12)
})

/** A listing, of the wallet itself or of others; every other one has the token's trait. */
interface Ask {
  readonly price: number
  readonly isOwn: boolean
}

/** The listings of a collection, and the messages that the indexer sends as they change. */
class Market {
  readonly #asks = new Map<number, Ask>()
  #id = 0

  /** The lowest price, the third lowest, and the lowest with the trait, each of others; what the token starts from is a price more. */
  shown(): string {
    const [floor, , third] = this.#pricesOfOthers(() => true)
    const [trait] = this.#pricesOfOthers((nth) => nth % 2 === 0)
    const usual = floor === undefined ? undefined : (third ?? floor)
    return [floor, usual, trait, trait && trait + 1].join()
  }

  answers() {
    const text = (price: string | undefined) => price || null
    return {
      '/api/collection/nfts/top-trait': () => {
        const [, , traitFloor, traitFloorPrice] = this.shown().split(',').map(text)
        const topTrait = traitFloor ? { trait_type: 'Hat', value: 'Crown', count: 1, floorPrice: traitFloor } : null
        return { data: [{ tokenDataId: TOKEN.tokenDataId, topTrait, traitFloorPrice: traitFloorPrice ?? null }] }
      },
      [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => {
        const [floorPrice, usualFloorPrice] = this.shown().split(',').map(text)
        return { floorPrice, usualFloorPrice, token: null }
      },
    }
  }

  apply({ kind, nth, ...listed }: Step): readonly LiveMessage[] {
    const known = this.#asks.get(nth)
    if ((kind === 'list') !== (known === undefined)) return []
    const old = this.#floor()
    if (kind === 'list') this.#asks.set(nth, listed)
    else if (kind === 'reprice' || kind === 'fall') this.#asks.set(nth, { ...listed, isOwn: known?.isOwn === true })
    else this.#asks.delete(nth)
    const now = this.#floor()
    const isSilent = kind === 'fall' || kind === 'expire'
    const activity = { kind, tokenDataId: `0x${nth}`, price: String(listed.price) } as unknown as Activity
    return [
      isSilent ? { kind: 'listings_change', ...this.#base() } : { kind: 'activity', ...this.#base(), activity },
      ...(old === now ? [] : [{ kind: 'floor_change', ...this.#base(), old, new: now } as const]),
    ]
  }

  /** Of all, one's own as well. */
  #floor(): string | null {
    const prices = [...this.#asks.values()].map(({ price }) => price)
    return prices.length === 0 ? null : String(Math.min(...prices))
  }

  #pricesOfOthers(isWanted: (nth: number) => boolean): readonly number[] {
    const wanted = [...this.#asks].flatMap(([nth, { isOwn, price }]) => (!isOwn && isWanted(nth) ? price : []))
    return wanted.toSorted((one, other) => one - other)
  }

  #base() {
    this.#id += 1
    return { id: String(this.#id), collectionId: TOKEN.collectionId, version: String(this.#id), at: '1' }
  }
}

const step = fc.record({
  // Time lowers prices and ends listings without an activity.
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constant('list' as const) },
    { weight: 3, arbitrary: fc.constantFrom('reprice' as const, 'delist', 'sale', 'transfer', 'burn') },
    { weight: 1, arbitrary: fc.constantFrom('fall' as const, 'expire') },
  ),
  nth: fc.nat(4),
  price: fc.integer({ min: 1, max: 9 }),
  isOwn: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

// @feature list.fat-finger, accept.fat-finger, trade.own-listing-no-reference
it('show what others ask after whatever happens to a listing, one’s own being the cheapest or not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  walletSession.set({ ...walletSession.initial, status: 'connected', address: ME })
  const own = { kind: 'list', nth: 0, price: 1, isOwn: true } as const
  const others = { kind: 'list', nth: 1, price: 5, isOwn: false } as const
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12, size: 'max' }), async (steps) => {
      const market = new Market()
      const { container, unmount } = renderSite(<Priced />, market.answers())
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
      await pass(1_000)
      for (const [at, each] of steps.entries()) {
        const messages = market.apply(each)
        act(() => {
          for (const message of messages) deliverLive(message)
        })
        await pass(5_000)
        expect(container.textContent, `${at}: ${each.kind}`).toBe(market.shown())
      }
      unmount()
    }),
    { numRuns: runs(20), examples: [[[own, others, { ...others, kind: 'reprice', price: 3 }]]] },
  )
})
