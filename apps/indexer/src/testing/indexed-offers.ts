import { leanScope } from '@opal/chain/state/state-scope'
import type { RawTransaction } from '@opal/chain/stream/split-response'
import type { StreamBatch } from '@opal/chain/stream/stream-options'
import { CHAIN_IDS } from '@opal/domain/network'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import type { Store } from '@opal/store/driver/connection'
import { readCheckpoint } from '@opal/store/ingest/stream/checkpoint'
import type { IndexContext } from '../pipeline/batches/index-batch.ts'
import { writeInParts } from '../pipeline/batches/write-in-parts.ts'
import { MAIN_STREAM, openContext } from '../pipeline/open-context.ts'
import { prepareBatch } from '../pipeline/stream/prepare-batch.ts'
import { offerHistory } from './offer-history.ts'

export const LENGTH = 40
/** Offers, one a version. */
export const HISTORY = offerHistory(LENGTH)

/** Opens the context of localnet's indexer. */
export function openLocal({ db }: Pick<Store, 'db'>): Promise<IndexContext> {
  return openContext(db, contractsOf('local'), CHAIN_IDS.local, leanScope('local'))
}

/** Indexes transactions in batches of these sizes, in turn. */
export async function indexInParts(
  store: Store,
  transactions: readonly RawTransaction[],
  sizes: readonly number[] = [LENGTH],
  change: (context: IndexContext) => IndexContext = (context) => context,
) {
  const context = change(await openLocal(store))
  const reports = []
  for (let at = 0, turn = 0; at < transactions.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    const batch = transactions.slice(at, at + size)
    reports.push(await writeInParts(context, prepareBatch(context.wanted, batch as unknown as StreamBatch)))
    at += size
  }
  return reports
}

/** Returns the versions of the transactions that are noted as unwritten. */
export async function noted({ db }: Store): Promise<readonly number[]> {
  const rows = await db.selectFrom('chain.unwritten_transactions').select('version').orderBy('version').execute()
  return rows.map(({ version }) => Number(version))
}

/** Returns the version that the main stream goes on from; null before its first batch. */
export async function position({ db }: Store): Promise<bigint | null> {
  return (await readCheckpoint(db, MAIN_STREAM))?.next_version ?? null
}
