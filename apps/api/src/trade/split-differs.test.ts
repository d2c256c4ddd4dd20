import { type Address, parseAddress, toShortAddress } from '@opal/domain/address'
import type { ChainChange, ChainEvent, ChainTransaction } from '@opal/domain/chain-transaction'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { bps } from '@opal/domain/rates'
import { contractsOf } from '@opal/marketplaces/network-contracts'
import { expect, test } from 'vitest'
import { simulated } from '../testing/test-api.ts'
import { splitDiffers } from './split-differs.ts'
import { splitItems } from './split-items.ts'
import { BLANK_ITEM, type PlannedItem } from './trade-plan.ts'

const marketplaces = contractsOf('local')
const deployed = marketplaces.find(({ adapter }) => adapter.isNative) ?? null
const [LISTING, TOKEN, SELLER, BUYER] = ['0xb01', '0x71', '0x5e', '0xb0'].map(parseAddress) as [
  Address,
  Address,
  Address,
  Address,
]
const listing = {
  marketplace: deployed?.adapter.id ?? '',
  listingId: LISTING,
  tokenDataId: TOKEN,
  propertyVersion: 0n,
  seller: SELLER,
  priceOctas: 10_000n,
  validity: 'valid',
  placedAtMicros: 0n,
  lastVersion: 1n,
} as const
const item: PlannedItem = { ...BLANK_ITEM, tokenDataId: TOKEN, listing, deployed, priceOctas: 10_000n }
/** Commission 1.5 %, no royalty: the seller gets 9,850. */
const shown = splitItems([item], new Map())

/** What the venue tells of a sale that was paid in APT. */
function sale(changes: Readonly<Record<string, string>>): ChainTransaction {
  const paid = { creationNumber: 2n, sequenceNumber: 0n }
  const deposit = { ...paid, index: 0, type: '0x1::coin::DepositEvent', accountAddress: SELLER, data: { amount: '1' } }
  const filled: ChainEvent = {
    index: 1,
    type: `${toShortAddress(deployed?.contracts.packageAddress ?? SELLER)}::events::ListingFilledEvent`,
    accountAddress: deployed?.contracts.feeScheduleAddress ?? SELLER,
    creationNumber: 1n,
    sequenceNumber: 0n,
    data: {
      type: 'fixed price',
      listing: LISTING,
      seller: SELLER,
      purchaser: BUYER,
      price: '10000',
      commission: '150',
      royalties: '0',
      token_metadata: {
        creator_address: '0xa1',
        collection_name: 'Tide Pools',
        collection: { vec: [{ inner: '0xc01' }] },
        token_name: 'Tide Pool #1',
        token: { vec: [{ inner: TOKEN }] },
        property_version: { vec: [] },
      },
      ...changes,
    },
  }
  const store: ChainChange = {
    index: 0,
    kind: 'write-resource',
    address: SELLER,
    type: `0x1::coin::CoinStore<${APT_COIN_TYPE}>`,
    data: { deposit_events: { guid: { id: { creation_num: '2' } } } },
  }
  return { ...simulated({}).transaction, events: [deposit, filled], changes: [store] }
}

test('a sale that is split as shown does not differ', () => {
  expect(splitDiffers(shown, sale({}), marketplaces)).toBe(false)
})

test('another commission on chain than configured differs, and so does another royalty or price', () => {
  expect(splitDiffers(shown, sale({ commission: '250' }), marketplaces)).toBe(true)
  expect(splitDiffers(shown, sale({ royalties: '1' }), marketplaces)).toBe(true)
  expect(splitDiffers(shown, sale({ price: '10001' }), marketplaces)).toBe(true)
  const configured = {
    ...item,
    deployed: deployed && { ...deployed, contracts: { ...deployed.contracts, commission: bps(250) } },
  }
  expect(splitDiffers(splitItems([configured], new Map()), sale({}), marketplaces)).toBe(true)
})

test('only the same order counts, of a transaction that would succeed', () => {
  expect(splitDiffers(shown, sale({ listing: '0xb02', commission: '250' }), marketplaces)).toBe(false)
  expect(splitDiffers(shown, { ...sale({ commission: '250' }), success: false }, marketplaces)).toBe(false)
  expect(splitDiffers(shown, simulated({}).transaction, marketplaces)).toBe(false)
  const left = splitItems([{ ...item, reason: { code: 'duplicate', sentence: '' } }], new Map())
  expect(splitDiffers(left, sale({ commission: '250' }), marketplaces)).toBe(false)
})
