import { fitsBytes } from '@opal/domain/text-bytes'
import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import { toStorableText } from '../../rows/storable.ts'
import type { IndexedTransaction } from '../batch.ts'

/** Longer addresses are not fetched; on chain they are at most 512 bytes. The table holds the same bound (migration 0046). */
const MAX_URI_BYTES = 2_048

/** Can a document be asked for there? */
export function isFetchable(uri: string): boolean {
  return uri !== '' && fitsBytes(uri, MAX_URI_BYTES)
}

/**
 * Queues the metadata of new collection addresses, and again that of tokens which a mutation event names, if it was fetched
 * before the event: a document may change at its address. Others stay as they are.
 */
export async function enqueueMetadata(at: Statements, batch: readonly IndexedTransaction[]): Promise<void> {
  const uris = new Set(
    batch.flatMap(({ tokens }) => tokens.collections.map((each) => toStorableText(each.uri)).filter(isFetchable)),
  )
  const mutated = mutatedUris(batch)
  await Promise.all([
    uris.size > 0 &&
      sql`
    insert into market.metadata (uri, status) select uri, 'pending' from unnest(${[...uris]}::text[]) as new (uri)
    on conflict (uri) do nothing`.execute(at),
    mutated.size > 0 &&
      sql`
    update market.metadata m set status = 'pending', attempts = 0, next_attempt_at = now()
    from unnest(${[...mutated.keys()]}::text[], ${[...mutated.values()]}::bigint[]) as changed (uri, at_micros)
    where m.uri = changed.uri and m.status <> 'pending'
      and coalesce(m.fetched_at < to_timestamp(changed.at_micros / 1e6), true)`.execute(at),
  ])
}

/** Addresses of mutated tokens, and when (chain time, microseconds) they were last. */
function mutatedUris(batch: readonly IndexedTransaction[]): ReadonlyMap<string, bigint> {
  const found = new Map<string, bigint>()
  for (const { transaction, tokens } of batch) {
    const mutated = new Set(tokens.activities.filter(({ type }) => /Mutat/.test(type)).map((each) => each.tokenDataId))
    for (const { tokenDataId, tokenUri } of tokens.tokenDatas)
      if (mutated.has(tokenDataId)) found.set(toStorableText(tokenUri), transaction.timestampMicros)
  }
  return found
}
