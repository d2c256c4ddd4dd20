import { parseAddress, toShortAddress } from '@opal/domain/address'
import { NETWORK_NAMES } from '@opal/domain/network'
import { describe, expect, it } from 'vitest'
import type { MarketplaceAdapter, MarketplaceContracts } from '../adapter.ts'
import { transactionOf } from './transaction-of.ts'

/** Describes what all packages rely on, for any marketplace. */
export function describeAdapter(adapter: MarketplaceAdapter): void {
  const contracts = NETWORK_NAMES.flatMap((network) => adapter.contracts[network] ?? [])

  describe(`${adapter.id}: what every adapter promises`, () => {
    it('has an id that fits rows and addresses', () => {
      expect(adapter.id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
      expect(adapter.aliases).not.toContain(adapter.id)
    })

    it('is somewhere, under normal addresses, with a rate below one', () => {
      expect(contracts.length).toBeGreaterThan(0)
      for (const { packageAddress, commission } of contracts) {
        expect(parseAddress(packageAddress)).toBe(packageAddress)
        expect(commission.numerator).toBeLessThan(commission.denominator)
      }
    })

    it('names event and resource types in the short form, each once', () => {
      for (const deployed of contracts) {
        const types = [...adapter.eventTypes(deployed), ...adapter.resourceTypes(deployed)]
        expect(new Set(types).size).toBe(types.length)
        for (const type of types) expect(type).toMatch(/^0x[1-9a-f][0-9a-f]*::\w+::\w+/)
      }
    })

    it('passes over events that are not its own', () => {
      for (const deployed of contracts) {
        for (const type of foreignTypes(deployed)) {
          const transaction = transactionOf(type, {})
          expect(adapter.decode(deployed, transaction.events[0], transaction)).toBeNull()
        }
      }
    })

    it('says which field is missing when one of its own events is hollow', () => {
      for (const deployed of contracts) {
        for (const type of adapter.eventTypes(deployed)) {
          const transaction = transactionOf(type, {})
          const [event] = transaction.events
          const decode = () =>
            adapter.decode(deployed, event, transaction) ??
            adapter.decodeCommission?.(deployed, event, transaction) ??
            adapter.decodePool?.(deployed, event, transaction)
          expect(decode).toThrowError(expect.objectContaining({ code: 'decode-failed', origin: adapter.id, type }))
        }
      }
    })
  })
}

function foreignTypes({ packageAddress }: MarketplaceContracts): readonly string[] {
  const own = toShortAddress(packageAddress)
  return ['0x1::coin::DepositEvent', `${own}::events::NoSuchEvent`, `0x1${own.slice(2)}::events::ListingPlacedEvent`]
}
