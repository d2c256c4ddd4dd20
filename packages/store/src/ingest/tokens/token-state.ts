import { writeRows } from '../../rows/write-rows.ts'
import { collections } from '../../tables/collections.ts'
import { pendingClaims } from '../../tables/pending-claims.ts'
import { royalties } from '../../tables/royalties.ts'
import { tokenActivities } from '../../tables/token-activities.ts'
import { tokenDatas } from '../../tables/token-datas.ts'
import { tokenOwnerships } from '../../tables/token-ownerships.ts'
import { type IndexedTransaction, insertConflict } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { queueDescribed } from '../metadata/queue-described.ts'
import { decodePhase } from './known-tokens.ts'
import {
  toCollectionRow,
  toOwnershipRow,
  toPendingClaimRow,
  toRoyaltyRow,
  toTokenActivityRow,
  toTokenDataRow,
  type WrittenAt,
  writtenAt,
} from './token-rows.ts'

/** A stored newer version is left alone. */
const newer = { newer: 'last_transaction_version' } as const

/** Writes tokens, and queues what a token that is described otherwise than before needs: its metadata, its collection's ranks. */
export const tokenDatasPhase = definePhase({
  name: 'token-datas',
  needs: { decoded: decodePhase },
  reads: ['chain.current_token_datas_v2'],
  writes: ['chain.current_token_datas_v2', 'market.metadata', 'market.rarity_queue'],
  compute: ({ decoded: { transactions } }) => rowsOf(transactions, (tokens) => tokens.tokenDatas, toTokenDataRow),
  write: (db, rows, { decoded }) => [
    queueDescribed(
      db,
      decoded.transactions.flatMap(({ tokens }) => tokens.tokenDatas),
    ),
    writeRows(db, tokenDatas, rows, newer),
  ],
})

/** Writes collections, owners, v1 offers and royalties. */
export const tokenStatePhase = definePhase({
  name: 'token-state',
  needs: { decoded: decodePhase },
  writes: [
    'chain.current_collections_v2',
    'chain.current_token_ownerships_v2',
    'chain.current_token_pending_claims',
    'chain.current_royalties',
  ],
  compute: ({ decoded: { transactions } }) => ({
    collections: rowsOf(transactions, (tokens) => tokens.collections, toCollectionRow),
    ownerships: rowsOf(transactions, (tokens) => tokens.ownerships, toOwnershipRow),
    pendingClaims: rowsOf(transactions, (tokens) => tokens.pendingClaims, toPendingClaimRow),
    royalties: rowsOf(transactions, (tokens) => tokens.royalties, toRoyaltyRow),
  }),
  write: (db, rows) => [
    writeRows(db, collections, rows.collections, newer),
    writeRows(db, tokenOwnerships, rows.ownerships, newer),
    writeRows(db, pendingClaims, rows.pendingClaims, newer),
    writeRows(db, royalties, rows.royalties, newer),
  ],
})

/** Logs token events under Aptos' names. */
export const tokenActivitiesPhase = definePhase({
  name: 'token-activities',
  needs: { decoded: decodePhase },
  writes: ['chain.token_activities_v2'],
  compute: ({ decoded: { transactions } }) => rowsOf(transactions, (tokens) => tokens.activities, toTokenActivityRow),
  write: (db, rows, { batch }) => [writeRows(db, tokenActivities, rows, insertConflict(batch))],
})

function rowsOf<Change, Row>(
  batch: readonly IndexedTransaction[],
  changes: (tokens: IndexedTransaction['tokens']) => readonly Change[],
  toRow: (at: WrittenAt, change: Change) => Row,
): readonly Row[] {
  return batch.flatMap((indexed) => {
    const at = writtenAt(indexed.transaction)
    return changes(indexed.tokens).map((change) => toRow(at, change))
  })
}
