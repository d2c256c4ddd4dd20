import { parseAddress } from '@opal/domain/address'
import { type JsonObject, jsonAt } from '@opal/domain/json'
import { hasRecordedData } from '@opal/domain/testing/config'
import { opalAdapter } from '@opal/marketplaces/opal/adapter'
import { OPAL_CONTRACTS } from '@opal/marketplaces/opal/contracts'
import { recordedTransaction } from '@opal/marketplaces/testing/recorded-transaction'
import { describe, expect, it } from 'vitest'
import { eventsModule } from '../aptos-example/events-module.ts'
import { familyOf } from '../aptos-example/family.ts'
import { MemoryChain } from '../testing/memory-chain.ts'
import { SELLER, TradeFixture } from '../testing/trade-fixture.ts'
import { opalSimulator } from './simulator.ts'

const contracts = OPAL_CONTRACTS.mainnet
const feeSchedule = contracts?.feeScheduleAddress

describe.skipIf(!hasRecordedData)('the simulated package against mainnet', () => {
  const recorded = () => recordedTransaction('mainnet-transactions/2382251863_wapal_place_listing.json')
  const chain = new MemoryChain(contracts === null ? [] : opalSimulator.simulate(contracts))
  const family = contracts === null ? null : familyOf(contracts)

  it('has every resource of the fee schedule in the same shape, at the same address', () => {
    const written = recorded().changes.filter(
      (change) => change.kind === 'write-resource' && change.address === feeSchedule,
    )
    expect(written).toHaveLength(6)
    for (const change of written) {
      if (change.kind !== 'write-resource' || feeSchedule == null) continue
      const ours = chain.peek().getResource(feeSchedule, change.type)
      expect(withoutCounters(ours)).toEqual(withoutCounters(change.data as JsonObject))
    }
  })

  it('declares the fields of an emitted event', () => {
    const declared = family === null ? [] : eventsModule(family).structs
    const placed = declared.find(({ name }) => name === 'ListingPlacedEvent')
    expect(placed?.fields.map(({ name }) => name).sort()).toEqual(Object.keys(recorded().events[0]?.data ?? {}).sort())
  })

  it('writes a listing with the resources of a recorded one', () => {
    const fixture = new TradeFixture(opalAdapter, 1, null, 'v2', contracts)
    const [token] = fixture.tokens
    const [placed] = token === undefined ? [] : fixture.trade(SELLER, { kind: 'list', token, priceOctas: 459_900_000n })
    const listing = parseAddress((placed as unknown as { listingId: string }).listingId)
    const theirs = parseAddress(String(jsonAt(recorded().events[0]?.data, 'listing')))
    const written = recorded().changes.filter((change) => change.kind === 'write-resource' && change.address === theirs)
    expect(written).toHaveLength(3)
    for (const change of written) {
      if (change.kind !== 'write-resource') continue
      const ours = fixture.chain.peek().getResource(listing, change.type)
      expect(withoutAddresses(ours), change.type).toEqual(withoutAddresses(change.data as JsonObject))
    }
  })
})

/** Account and object addresses differ by construction. */
function withoutAddresses(resource: JsonObject | null): unknown {
  return JSON.parse(JSON.stringify(resource).replaceAll(/"0x[0-9a-f]+"/g, '"0x"'))
}

/** Counters depend on history, so their values are not compared. */
function withoutCounters(resource: JsonObject | null): unknown {
  return JSON.parse(JSON.stringify(resource, (key, value) => (key === 'counter' ? '0' : value)))
}
