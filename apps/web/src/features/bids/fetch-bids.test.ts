import type { ApiClient } from '@opal/contract/client'
import { expect, it } from 'vitest'
import { fetchOwnBids } from './fetch-bids.ts'

const COLLECTION = `0x${'c'.repeat(64)}`
const WALLET = `0x${'a'.repeat(64)}`

/** One in four of them is on any token of the collection, and not expired. */
const bidsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    bidPrice: String(100 + (at % 3)),
    total: '2',
    tokenBid: at % 4 === 1,
    setRoot: at % 4 === 2 ? 'ab' : null,
    expired: at % 4 === 3,
  }))

/** Answers a wallet's bids a hundred at a time. */
const apiWith = (bids: readonly object[]) =>
  (async (_: unknown, { query }: { query: { take: number; cursor?: string } }) => {
    const start = Number(query.cursor ?? 0)
    const end = start + query.take
    return { data: bids.slice(start, end), nextCursor: end < bids.length ? String(end) : null }
  }) as unknown as ApiClient

// @feature bids.ladder
it.each([0, 1, 100, 101, 350])(
  'counts those of %i own bids that any token of the collection fills, by price',
  async (count) => {
    const sizes: Record<string, number> = {}
    for (const [at, { bidPrice }] of bidsOf(count).entries())
      if (at % 4 === 0) sizes[bidPrice] = (sizes[bidPrice] ?? 0) + 2
    const { signal } = new AbortController()
    expect(await fetchOwnBids(apiWith(bidsOf(count)), COLLECTION, WALLET, signal)).toEqual(sizes)
  },
)
