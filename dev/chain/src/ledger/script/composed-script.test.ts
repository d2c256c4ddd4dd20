import { planBatch } from '@opal/marketplaces/aggregator/plan-batch'
import { contractsOf } from '@opal/marketplaces/network-contracts'
import { describe, expect, test } from 'vitest'
import { sendComposed } from '../../testing/compose.ts'
import { ACTIVE_VENUES, createMarketWorld, eventsOf, payloadAt } from '../../testing/market-world.ts'
import { addressOf } from '../testing/test-chain.ts'

const place = { marketplaces: contractsOf('local'), aggregator: null, canCompose: true }

describe('a composed script', () => {
  test('buys at all venues in one transaction, one sale each', async () => {
    await using world = await createMarketWorld(4)
    const listings = world.tokens.map((token, at) =>
      world.list(token, ACTIVE_VENUES[at % 3] ?? '', 1_000n + BigInt(at)),
    )
    const [step, ...others] = planBatch({ kind: 'purchase-many', listings, isBestEffort: false }, place)
    expect(others).toEqual([])
    if (step?.kind !== 'script') throw new Error('this is to be a script')
    const sent = await sendComposed(world.chain, world.buyer, step.calls)
    expect(sent.info?.vmStatus).toBe('Executed successfully')
    expect(eventsOf(sent)).toMatchObject(
      listings.map(({ listingId, marketplace }) => ({
        kind: 'listing-filled',
        listingId,
        marketplace,
        buyer: addressOf(world.buyer),
      })),
    )
    for (const token of world.tokens) expect(world.ownerOf(token)).toBe(addressOf(world.buyer))
  })

  test('does nothing when one of its calls aborts, and tells which abort it was', async () => {
    await using world = await createMarketWorld(2)
    const listings = world.tokens.map((token) => world.list(token, 'opal', 1_000n))
    world.trade(world.seller, 'opal', { kind: 'delist', listing: listings[1] as never })
    const calls = listings.map((listing) => payloadAt('opal', { kind: 'buy', listing }))
    const sent = await sendComposed(world.chain, world.buyer, calls)
    expect(sent.info?.vmStatus).toMatch(/^Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST\(0x60002\)/)
    expect(world.ownerOf(world.tokens[0] as never)).toBe(listings[0]?.listingId)
  })
})
