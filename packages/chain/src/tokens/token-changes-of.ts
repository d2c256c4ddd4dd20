import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { RoyaltyChange, TokenChanges } from '@opal/domain/tokens/token-change'
import { tokenActivities } from './activities.ts'
import { boundCollection, boundTokenData } from './bounds.ts'
import { collectionChanges } from './collections.ts'
import { addressField, LARGEST, numberField } from './fields.ts'
import { ownershipChanges } from './ownerships.ts'
import { tokenDataChanges } from './token-datas.ts'
import { tokenEventsOf } from './token-events.ts'
import type { TokenLookup } from './token-lookup.ts'
import { ROYALTY } from './token-types.ts'
import { eventsOfTokens, tokensShown } from './touched-tokens.ts'
import { namesToLookUpV1, tokenChangesV1 } from './v1/token-changes-v1.ts'
import { WrittenObjects } from './written-objects.ts'

const NOTHING: TokenChanges = {
  collections: [],
  tokenDatas: [],
  ownerships: [],
  pendingClaims: [],
  activities: [],
  royalties: [],
}

/**
 * What a transaction did to collections, tokens and owners of both standards. A failed transaction did nothing. Texts are
 * bounded: see bounds.ts and property-map.ts.
 *
 * @param lookup must answer for {@link tokensToLookUp} as of just before this transaction.
 * @throws DecodeError when a framework resource or event lacks a field.
 */
export function tokenChangesOf(transaction: ChainTransaction, lookup: TokenLookup): TokenChanges {
  if (!transaction.success) return NOTHING
  const objects = new WrittenObjects(transaction)
  const events = eventsOfTokens(objects, tokenEventsOf(transaction), lookup)
  const v1 = tokenChangesV1(transaction, objects, lookup)
  return {
    collections: [...collectionChanges(objects), ...v1.collections].map(boundCollection),
    tokenDatas: [...tokenDataChanges(objects, events), ...v1.tokenDatas].map(boundTokenData),
    ownerships: [...ownershipChanges(objects, events, lookup), ...v1.ownerships],
    pendingClaims: v1.pendingClaims,
    activities: [...tokenActivities(transaction, objects, events), ...v1.activities],
    royalties: [...royaltyChanges(objects), ...v1.royalties],
  }
}

/**
 * What {@link tokenChangesOf} may ask its lookup about: moved objects that the transaction does not show to be tokens
 * (most are none at all), and burnt ones whose owner it may not name; of v1 the tokens, their tables and collections.
 */
export function tokensToLookUp(transaction: ChainTransaction): ReadonlySet<string> {
  if (!transaction.success) return new Set()
  const events = tokenEventsOf(transaction)
  const shown = tokensShown(new WrittenObjects(transaction), events)
  const asked = events.filter(({ kind, token }) => kind === 'burn' || !shown.has(token)).map(({ token }) => token)
  return new Set([...asked, ...namesToLookUpV1(transaction)])
}

function royaltyChanges(objects: WrittenObjects): readonly RoyaltyChange[] {
  return [...objects.all(ROYALTY)].map(([objectAddress, royalty]) => ({
    objectAddress,
    payeeAddress: addressField(royalty, ROYALTY, 'payee_address'),
    numerator: numberField(royalty, ROYALTY, 'numerator', LARGEST.u64),
    denominator: numberField(royalty, ROYALTY, 'denominator', LARGEST.u64),
  }))
}
