import type { Address } from '@opal/domain/address'
import type { ChainTransaction, DeleteTableItem, WriteTableItem } from '@opal/domain/chain-transaction'
import type { PendingClaimChange } from '@opal/domain/tokens/token-change'
import { addressField, numberField } from '../fields.ts'
import { PENDING_CLAIMS, TOKEN_OFFER_ID, TOKEN_V1 } from '../token-types-v1.ts'
import type { WrittenObjects } from '../written-objects.ts'
import { deletionsOfKey, itemsOfValue, normaliseHandle, tableOwners } from './tables-v1.ts'
import type { TokenEventV1 } from './token-events-v1.ts'
import { type TokenIdV1, tokenIdField, tokenKey } from './token-id-v1.ts'

/**
 * Returns offers of v1 tokens that were made, and those that were claimed or cancelled (amount 0). The offerer is
 * found by the resource that holds the table, or by the event.
 * @throws DecodeError
 */
export function pendingClaimChanges(
  transaction: ChainTransaction,
  objects: WrittenObjects,
  events: readonly TokenEventV1[],
): readonly PendingClaimChange[] {
  const owners = tableOwners(objects, PENDING_CLAIMS)
  const offerers = offerersOf(events)
  const claimOf = (item: WriteTableItem | DeleteTableItem, amount: bigint) => {
    const id = tokenIdField(item.key, TOKEN_OFFER_ID, 'token_id')
    const to = addressField(item.key, TOKEN_OFFER_ID, 'to_addr')
    const from = owners.get(normaliseHandle(item.handle)) ?? offerers.get(offerKey(id, to))
    return from === undefined ? [] : [claim(id, { from, to, amount, table: normaliseHandle(item.handle) })]
  }
  const made = itemsOfValue(transaction, TOKEN_V1).filter(({ keyType }) => keyType === TOKEN_OFFER_ID)
  return [
    ...deletionsOfKey(transaction, TOKEN_OFFER_ID).flatMap((item) => claimOf(item, 0n)),
    ...made.flatMap((item) => claimOf(item, numberField(item.value, TOKEN_V1, 'amount'))),
  ]
}

/** Returns who made each offer, by the first event about it: a transaction may hold thousands. */
function offerersOf(events: readonly TokenEventV1[]): ReadonlyMap<string, Address> {
  return new Map(
    events.toReversed().flatMap(({ to, id, account }) => (to === null ? [] : [[offerKey(id, to), account]])),
  )
}

function offerKey(id: TokenIdV1, to: Address): string {
  return `${to}/${tokenKey(id)}`
}

interface Offer {
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  readonly table: string
}

function claim(id: TokenIdV1, { from, to, amount, table }: Offer): PendingClaimChange {
  return {
    tokenDataId: id.tokenDataId,
    propertyVersion: id.propertyVersion,
    fromAddress: from,
    toAddress: to,
    collectionId: id.collectionId,
    creatorAddress: id.creator,
    collectionName: id.collectionName,
    name: id.name,
    amount,
    tableHandle: table,
  }
}
