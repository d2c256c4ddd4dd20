import type { Address } from '@opal/domain/address'
import { type ListingRow, readCheapestListings } from '@opal/store/queries/orders/listings'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiContext } from '../../context.ts'
import { buyingIntent } from '../intents.ts'
import type { TradeFacts } from '../load-trade.ts'
import type { AskedToken } from './editions.ts'
import { loadSweepBook } from './load-sweep.ts'

vi.mock('@opal/store/queries/orders/listings', () => ({ readCheapestListings: vi.fn(async () => []) }))
vi.mock('@opal/store/queries/tokens/read-tokens', () => ({ readTokens: async () => [] }))
vi.mock('../../trait-filter/token-selection.ts', () => ({
  // A collection without end.
  async *cheapestOf() {
    for (let from = 0; ; from += 500)
      yield { tokenDataIds: Array.from({ length: 500 }, (_, at) => `0x${from + at}`), laterFromOctas: BigInt(from + 1) }
  },
}))

// Whatever is for sale can be bought.
vi.mock('./plan-buying.ts', () => ({
  planBuy: (_wallet: string, asked: readonly AskedToken[], { listings }: Pick<TradeFacts, 'listings'>) =>
    asked.map((item) => ({
      ...item,
      priceOctas: listings.get(item.tokenDataId)?.[0]?.priceOctas,
      reason: null,
      deployed: {},
    })),
}))
vi.mock('../prepare-trade.ts', () => ({ refuseImpossible: (_context: unknown, items: unknown) => items }))

const context = {
  marketplaces: [
    { adapter: { id: 'opal', payload: { buy: () => {} } }, contracts: { status: 'active' } },
    { adapter: { id: 'other', payload: { buy: () => {} } }, contracts: { status: 'active' } },
  ],
  nowMicros: () => 0n,
  tradeGate: (load: () => Promise<unknown>) => load(),
} as unknown as ApiContext

function sweep(exclude: readonly string[]) {
  const selection = { tokens: { collectionId: '0xc' }, traits: { traits: [] } }
  const bounds = { wallet: '0xa' as Address, selection, maxPriceOctas: undefined, exclude: { marketplaces: exclude } }
  return loadSweepBook(context, bounds, buyingIntent(false))
}

describe('a sweep of a collection of which the wallet can buy little', () => {
  beforeEach(() => void vi.mocked(readCheapestListings).mockReset().mockResolvedValue([]))

  it('looks through ten thousand tokens', async () => {
    expect(await sweep(['other'])).toEqual([])
    expect(readCheapestListings).toHaveBeenCalledTimes(20)
  })

  it('finds what it has looked through, but nothing that a token beyond may be cheaper than', async () => {
    vi.mocked(readCheapestListings).mockImplementation(async (_store, { tokenDataIds: [first = '', second = ''] }) => [
      { tokenDataId: first, priceOctas: BigInt(first.slice(2)) } as ListingRow,
      { tokenDataId: second, priceOctas: 1_000_000n } as ListingRow,
    ])
    const found = await sweep(['other'])
    expect(found.map(({ priceOctas }) => priceOctas)).toEqual(Array.from({ length: 20 }, (_, at) => BigInt(at * 500)))
  })

  it('looks through none where it leaves out all marketplaces', async () => {
    expect(await sweep(['opal', 'other'])).toEqual([])
    expect(readCheapestListings).not.toHaveBeenCalled()
  })
})
