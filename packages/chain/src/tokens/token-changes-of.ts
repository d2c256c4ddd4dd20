import type { Address } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import { jsonAt } from '@opal/domain/json'
import { cutToBytes, fitsBytes } from '@opal/domain/text/text-bytes'
import { MAX_NAME_BYTES } from '@opal/domain/tokens/name-bytes'
import type {
  CollectionChange,
  RoyaltyChange,
  TokenChanges,
  TokenDataChange,
  TokenStoreChange,
} from '@opal/domain/tokens/token-change'
import { tokenActivities } from './activities.ts'
import { collectionChanges } from './collections.ts'
import { addressField, LARGEST, numberField } from './fields.ts'
import { ownershipChanges } from './ownerships.ts'
import { tokenDataChanges } from './token-datas.ts'
import { type TokenEvent, tokenEventsOf } from './token-events.ts'
import type { TokenLookup } from './token-lookup.ts'
import { ROYALTY, TOKEN } from './token-types.ts'
import { TOKEN_STORE } from './token-types-v1.ts'
import { namesToLookUpV1, tokenChangesV1 } from './v1/token-changes-v1.ts'
import { isWithoutObject, WrittenObjects } from './written-objects.ts'

/**
 * Bytes of UTF-8. The framework allows 128 of a name, 512 of an address and, of the newer standard, 2,048 of a description; of the
 * older one a description is bounded by the size of a transaction only.
 * @source 0x4::token, 0x4::collection, 0x3::token
 */
const MAX_BYTES = { name: MAX_NAME_BYTES, uri: 2_048, description: 8_192 } as const

/** Returns a token with its texts cut to their limits; an address that is too long is dropped. */
function boundTokenData(token: TokenDataChange): TokenDataChange {
  return {
    ...token,
    tokenName: cutToBytes(token.tokenName, MAX_BYTES.name),
    description: cutToBytes(token.description, MAX_BYTES.description),
    tokenUri: fitsBytes(token.tokenUri, MAX_BYTES.uri) ? token.tokenUri : '',
  }
}

/** As {@link boundTokenData}, of a collection. */
function boundCollection(collection: CollectionChange): CollectionChange {
  return {
    ...collection,
    collectionName: cutToBytes(collection.collectionName, MAX_BYTES.name),
    description: cutToBytes(collection.description, MAX_BYTES.description),
    uri: fitsBytes(collection.uri, MAX_BYTES.uri) ? collection.uri : '',
  }
}

/** Returns objects that the transaction itself shows to be tokens: written as one, minted, burnt or mutated. */
function identifyTokens(objects: WrittenObjects, events: readonly TokenEvent[]): ReadonlySet<Address> {
  const shown = new Set<Address>()
  for (const [address] of objects.all(TOKEN)) shown.add(address)
  for (const { kind, token } of events) if (kind !== 'transfer') shown.add(token)
  return shown
}

/** Tells events about tokens from transfers of other objects. */
function sortEvents(objects: WrittenObjects, events: readonly TokenEvent[], lookup: TokenLookup) {
  const shown = identifyTokens(objects, events)
  const [ofTokens, ofOthers]: [TokenEvent[], TokenEvent[]] = [[], []]
  for (const event of events) {
    const isOfToken = shown.has(event.token) || lookup.isKnownToken(event.token)
    ;(isOfToken ? ofTokens : ofOthers).push(event)
  }
  return { ofTokens, ofOthers }
}

const NOTHING: TokenChanges = {
  collections: [],
  tokenDatas: [],
  ownerships: [],
  pendingClaims: [],
  activities: [],
  royalties: [],
}

/**
 * Returns the changes of a transaction to collections, tokens and owners of both standards. A failed transaction
 * changed nothing. Texts are bounded, properties by property-map.ts.
 * @param lookup must answer for {@link tokensToLookUp} as of just before this transaction.
 * @throws DecodeError when a framework resource or event lacks a field.
 */
export function tokenChangesOf(transaction: ChainTransaction, lookup: TokenLookup): TokenChanges {
  if (!transaction.success) return NOTHING
  const objects = new WrittenObjects(transaction)
  const { ofTokens: events, ofOthers } = sortEvents(objects, tokenEventsOf(transaction), lookup)
  const v1 = tokenChangesV1(transaction, objects, lookup)
  return {
    collections: [...collectionChanges(objects), ...v1.collections].map(boundCollection),
    tokenDatas: [...tokenDataChanges(objects, events), ...v1.tokenDatas].map(boundTokenData),
    ownerships: [...ownershipChanges(objects, events, lookup), ...v1.ownerships],
    pendingClaims: v1.pendingClaims,
    activities: [...tokenActivities(transaction, objects, events), ...v1.activities],
    objectTransfers: tokenActivities(transaction, objects, ofOthers),
    royalties: [...royaltyChanges(objects), ...v1.royalties],
    tokenStores: tokenStoreChanges(objects),
  }
}

/**
 * Returns the ids that {@link tokenChangesOf} may look up: moved objects that the transaction does not show to be
 * tokens (most are not), and burnt or deleted ones whose owner it may not name; for v1 the tokens, their tables and
 * collections.
 */
export function tokensToLookUp(transaction: ChainTransaction): ReadonlySet<string> {
  if (!transaction.success) return new Set()
  const events = tokenEventsOf(transaction)
  const objects = new WrittenObjects(transaction)
  const shown = identifyTokens(objects, events)
  const asked = events.filter(({ kind, token }) => kind === 'burn' || !shown.has(token)).map(({ token }) => token)
  const deleted = [...shown].filter((token) => isWithoutObject(objects, token))
  return new Set([...asked, ...deleted, ...namesToLookUpV1(transaction)])
}

/** A store that does not say is left out. */
function tokenStoreChanges(objects: WrittenObjects): readonly TokenStoreChange[] {
  return [...objects.all(TOKEN_STORE)].flatMap(([owner, store]) => {
    const acceptsTransfers = jsonAt(store, 'direct_transfer')
    return typeof acceptsTransfers === 'boolean' ? [{ owner, acceptsTransfers }] : []
  })
}

function royaltyChanges(objects: WrittenObjects): readonly RoyaltyChange[] {
  return [...objects.all(ROYALTY)].map(([objectAddress, royalty]) => ({
    objectAddress,
    payeeAddress: addressField(royalty, ROYALTY, 'payee_address'),
    numerator: numberField(royalty, ROYALTY, 'numerator', LARGEST.u64),
    denominator: numberField(royalty, ROYALTY, 'denominator', LARGEST.u64),
  }))
}
