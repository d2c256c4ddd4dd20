import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { addressField } from '../tokens/fields.ts'
import { STORE_DELETION } from './fungible-types.ts'

/** A store of a fungible asset that was deleted, as its event states it. @source 0x1::fungible_asset::FungibleStoreDeletion */
export interface StoreDeletion {
  readonly storageId: Address
  readonly ownerAddress: Address
  readonly assetType: Address
}

/** Returns the deleted stores of a transaction, in order. @throws DecodeError */
export function storeDeletions({ events }: ChainTransaction): readonly StoreDeletion[] {
  return events
    .filter(({ type }) => type === STORE_DELETION)
    .map(({ type, data }) => ({
      storageId: addressField(data, type, 'store'),
      ownerAddress: addressField(data, type, 'owner'),
      assetType: addressField(data, type, 'metadata'),
    }))
}
