import type { Statements } from '../../driver/pipelined.ts'
import { writeRows } from '../../rows/write-rows.ts'
import { collections } from '../../tables/collections.ts'
import { pendingClaims } from '../../tables/pending-claims.ts'
import { royalties } from '../../tables/royalties.ts'
import { tokenActivities } from '../../tables/token-activities.ts'
import { tokenDatas } from '../../tables/token-datas.ts'
import { tokenOwnerships } from '../../tables/token-ownerships.ts'
import type { IndexedTransaction } from '../batch.ts'
import type { FactConflict } from '../raw/write-raw.ts'
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

/** Writes tokens. */
export async function writeTokenDatas(at: Statements, batch: readonly IndexedTransaction[]): Promise<void> {
  const rows = rowsOf(batch, (tokens) => tokens.tokenDatas, toTokenDataRow)
  await writeRows(at, tokenDatas, rows, newer)
}

/** Writes collections, owners, v1 offers and royalties. */
export async function writeTokenState(at: Statements, batch: readonly IndexedTransaction[]): Promise<void> {
  await Promise.all([
    writeRows(
      at,
      collections,
      rowsOf(batch, (tokens) => tokens.collections, toCollectionRow),
      newer,
    ),
    writeRows(
      at,
      tokenOwnerships,
      rowsOf(batch, (tokens) => tokens.ownerships, toOwnershipRow),
      newer,
    ),
    writeRows(
      at,
      pendingClaims,
      rowsOf(batch, (tokens) => tokens.pendingClaims, toPendingClaimRow),
      newer,
    ),
    writeRows(
      at,
      royalties,
      rowsOf(batch, (tokens) => tokens.royalties, toRoyaltyRow),
      newer,
    ),
  ])
}

/** Writes token events. */
export async function writeTokenActivities(
  at: Statements,
  batch: readonly IndexedTransaction[],
  conflict: FactConflict,
): Promise<void> {
  const rows = rowsOf(batch, (tokens) => tokens.activities, toTokenActivityRow)
  await writeRows(at, tokenActivities, rows, conflict)
}

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
