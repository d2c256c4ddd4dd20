import { parseAddress } from '@opal/domain/address'
import type { Intent } from '@opal/domain/intent'
import type { CollectionRef, TokenRef } from '@opal/domain/tokens/token-id'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { contractsOf } from '../contracts/network-contracts.ts'
import { isBuilt } from '../testing/is-built.ts'

const NAMES = { creatorAddress: parseAddress('0xa1'), collectionName: 'Tide Pools' }
const TOKENS: readonly TokenRef[] = [
  { standard: 'v1', tokenDataId: parseAddress('0x99'), ...NAMES, tokenName: 'Tide Pool #1', propertyVersion: 0n },
  { standard: 'v2', tokenDataId: parseAddress('0x71') },
]
const COLLECTIONS: readonly CollectionRef[] = [
  { standard: 'v1', collectionId: parseAddress('0xc00'), ...NAMES },
  { standard: 'v2', collectionId: parseAddress('0xc01') },
]
const BIDS = [
  ...TOKENS.map((token) => ({ kind: 'place-token-offer', token }) as const),
  ...COLLECTIONS.map((collection) => ({ kind: 'place-collection-offer', collection, amount: 2n }) as const),
]

// @feature bid.expiry
it.each(contractsOf('local').map((deployed) => [deployed.adapter.id, deployed] as const))(
  'any bid at %s is sent with its expiration where bids expire, and else without',
  (_, { adapter, contracts }) => {
    const seconds = fc.bigInt(1_700_000_000n, 4_102_444_800n)
    let tried = 0
    fc.assert(
      fc.property(fc.constantFrom(...BIDS), seconds, fc.bigInt(1n, 100_000_000n), (bid, first, later) => {
        const sent = (expiresAtSeconds: bigint) => {
          const intent = { ...bid, priceOctas: 5n, expiresAtSeconds } as Intent
          const build = adapter.payload[bid.kind] as ((at: typeof contracts, intent: Intent) => object) | undefined
          return build && JSON.stringify(build(contracts, intent))
        }
        if (!isBuilt(() => sent(first))) return
        expect(sent(first) !== sent(first + later)).toBe(adapter.bidsExpire)
        tried += 1
      }),
    )
    expect(tried).toBeGreaterThan(0)
  },
)
