import type { Address } from '@opal/domain/address'
import { readCheapestListings } from '@opal/store/queries/orders/listings'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiContext } from '../context.ts'
import { buyingIntent } from './intents.ts'
import { loadSweepBook } from './load-sweep.ts'

vi.mock('@opal/store/queries/orders/listings', () => ({ readCheapestListings: vi.fn(async () => []) }))
vi.mock('@opal/store/queries/tokens/read-tokens', () => ({ readTokens: async () => [] }))
vi.mock('../trait-filter/token-selection.ts', () => ({
  // A collection without end.
  async *cheapestOf() {
    for (let from = 0; ; from += 500)
      yield { tokenDataIds: Array.from({ length: 500 }, (_, at) => `0x${from + at}`), laterFromOctas: BigInt(from + 1) }
  },
}))

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

describe('a sweep of a collection of which the wallet can buy nothing', () => {
  beforeEach(() => void vi.mocked(readCheapestListings).mockClear())

  it('looks through ten thousand tokens', async () => {
    expect(await sweep(['other'])).toEqual([])
    expect(readCheapestListings).toHaveBeenCalledTimes(20)
  })

  it('looks through none where it leaves out all marketplaces', async () => {
    expect(await sweep(['opal', 'other'])).toEqual([])
    expect(readCheapestListings).not.toHaveBeenCalled()
  })
})
