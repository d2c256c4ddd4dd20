import type { StateChanges } from '@opal/domain/state-changes'
import type { Executor } from '../../driver/pipelining.ts'
import { definePhase } from '../define-phase.ts'
import { writeFungible } from './write-fungible.ts'
import { writeNames } from './write-names.ts'
import { writeObjects } from './write-objects.ts'
import { writeTransactions } from './write-transactions.ts'

/** Writes changes to names, balances and objects, and the facts of the transactions themselves. */
export const namesAndAssetsPhase = definePhase({
  name: 'names-and-assets',
  writes: [
    'chain.current_ans_lookup_v2',
    'chain.current_ans_primary_name_v2',
    'chain.fungible_stores',
    'chain.fungible_asset_activities',
    'chain.fungible_asset_metadata',
    'chain.coin_pairs',
    'chain.object_states',
    'chain.object_deletions',
    'chain.object_changes',
    'chain.user_transactions',
    'chain.auth_key_account_addresses',
    'chain.public_key_auth_keys',
    'chain.table_items',
    'chain.table_metadatas',
  ],
  compute: ({ batch: { state = [] } }) => state,
  write: (db, state) => [writeState(db, state)],
})

/** Writes state changes. The rows depend on the set of transactions written so far, not on how they were cut, repeated or ordered. */
export async function writeState(db: Executor, batch: readonly StateChanges[]): Promise<void> {
  if (batch.length === 0) return
  const inOrder = batch.toSorted((a, b) => (a.version < b.version ? -1 : 1))
  await Promise.all([
    writeNames(db, inOrder),
    writeFungible(db, inOrder),
    writeObjects(db, inOrder),
    writeTransactions(db, inOrder),
  ])
}
