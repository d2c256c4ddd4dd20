import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { toShortAddress } from '@opal/domain/address'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { MARKETPLACES } from '@opal/marketplaces/registry'
import { describe, expect, it } from 'vitest'
import { SIMULATORS, simulatorOf } from './registry.ts'
import { describeBatches } from './testing/describe-batches.ts'
import { describeRoundTrip } from './testing/describe-round-trip.ts'

for (const adapter of MARKETPLACES) {
  if (adapter.contracts.local?.status !== 'active') continue
  for (const standard of ['v2', 'v1'] as const) {
    describeRoundTrip(adapter, standard)
    describeBatches(adapter, standard)
  }
}

describe('the simulators', () => {
  it('are one per folder, with the id of the folder and of an adapter', () => {
    for (const { id } of SIMULATORS) {
      expect(existsSync(join(import.meta.dirname, id, 'simulator.ts')), id).toBe(true)
      expect(MARKETPLACES.map((adapter) => adapter.id)).toContain(id)
    }
    expect(() => simulatorOf('nowhere')).toThrowError(TypeError)
  })

  it.each(contractsOf('local').map((deployed) => [deployed.adapter.id, deployed] as const))(
    '%s: has modules under the packages of its events, each function once',
    (id, { adapter, contracts }) => {
      const types = adapter.eventTypes(contracts)
      const modules = simulatorOf(id).simulate(contracts)
      expect(modules.length).toBeGreaterThan(0)
      for (const { address, name, functions } of modules) {
        expect(
          types.some((type) => type.startsWith(`${toShortAddress(address)}::`)),
          name,
        ).toBe(true)
        expect(new Set(functions.map((definition) => definition.name)).size).toBe(functions.length)
      }
    },
  )

  it.each(MARKETPLACES.map((adapter) => [adapter.id, adapter] as const))(
    '%s: lets the aggregator do what the adapter says it supports',
    (id, { aggregatorSupport }) => {
      const { routes } = simulatorOf(id)
      expect(routes === undefined).toBe(aggregatorSupport === undefined)
      expect(routes?.sell !== undefined).toBe(aggregatorSupport?.sellsIntoCollectionOffers ?? false)
    },
  )
})
