import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { writeRows } from '../../driver/write-rows.ts'
import { type TokenStoreRow, type TokenStoreTurnRow, tokenStores, tokenStoreTurns } from '../../schema/tokens.ts'
import type { IndexedTransaction } from '../batch.ts'
import { definePhase } from '../define-phase.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { addRefusalsDue } from './bids/refused-bids.ts'

/** Writes whether wallets accept v1 tokens that are sent to them, now and over time, and queues what ends as they cease to. */
export const tokenStoresPhase = definePhase({
  name: 'token-stores',
  needs: { decoded: decodePhase },
  reads: ['market.token_store_turns'],
  readsBefore: ['market.collection_offers'],
  writes: ['market.token_stores', 'market.token_store_turns', 'market.refusals_due'],
  read: (db, { decoded }) => readTurnsBefore(db, saidIn(decoded.transactions)),
  compute: ({ decoded }, before) => {
    const said = saidIn(decoded.transactions)
    const last = new Map(said.map((row) => [row.wallet, row]))
    const stores = [...last.values()].map(({ wallet, accepts_transfers, version }): TokenStoreRow => {
      return { wallet, accepts_transfers, last_version: version }
    })
    return { stores, turns: turnsOf(said, before) }
  },
  write: (db, { stores, turns }) => [
    writeRows(db, tokenStores, stores, { newer: 'last_version' }),
    writeRows(db, tokenStoreTurns, turns, 'overwrite'),
    addRefusalsDue(db, turns),
  ],
})

/** Returns the states of token stores that the batch writes, in the chain's order. */
function saidIn(transactions: readonly IndexedTransaction[]): readonly TokenStoreTurnRow[] {
  return transactions
    .flatMap(({ transaction: { version, timestampMicros }, tokens }) =>
      (tokens.tokenStores ?? []).map(({ owner, acceptsTransfers }) => {
        return { wallet: owner, version, at_micros: timestampMicros, accepts_transfers: acceptsTransfers }
      }),
    )
    .toSorted((a, b) => (a.version < b.version ? -1 : 1))
}

/** Reads the last change of each wallet before its first state in the batch. */
async function readTurnsBefore(
  db: Executor,
  said: readonly TokenStoreTurnRow[],
): Promise<readonly Pick<TokenStoreTurnRow, 'wallet' | 'accepts_transfers'>[]> {
  if (said.length === 0) return []
  const first = [...new Map(said.toReversed().map((row) => [row.wallet, row])).values()]
  const { rows } = await sql<Pick<TokenStoreTurnRow, 'wallet' | 'accepts_transfers'>>`
    select t.wallet, t.accepts_transfers
    from unnest(${first.map((row) => row.wallet)}::text[], ${first.map((row) => row.version)}::bigint[]) as first (wallet, version)
    cross join lateral (
      select * from market.token_store_turns t where t.wallet = first.wallet and t.version < first.version
      order by t.version desc limit 1
    ) t`.execute(db)
  return rows
}

/** Leaves out repeated states: most transactions write the same one. */
function turnsOf(
  said: readonly TokenStoreTurnRow[],
  before: readonly Pick<TokenStoreTurnRow, 'wallet' | 'accepts_transfers'>[],
): readonly TokenStoreTurnRow[] {
  const accepts = new Map(before.map((row) => [row.wallet, row.accepts_transfers]))
  return said.filter(({ wallet, accepts_transfers }) => {
    const isTurn = accepts_transfers !== (accepts.get(wallet) ?? true)
    accepts.set(wallet, accepts_transfers)
    return isTurn
  })
}
