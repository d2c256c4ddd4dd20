import { sql } from 'kysely'
import type { IndexedTransaction } from './batch.ts'
import type { Statements } from './pipelined.ts'
import { toStorableText } from './storable.ts'

/** Longer addresses are not fetched; on chain they are at most 512 bytes. */
const MAX_URI_LENGTH = 2_048

/** Queues the metadata of new token and collection addresses. Known ones stay as they are. */
export async function enqueueMetadata(at: Statements, batch: readonly IndexedTransaction[]): Promise<void> {
  const uris = new Set(
    batch
      .flatMap(({ tokens }) => [
        ...tokens.tokenDatas.map((data) => data.tokenUri),
        ...tokens.collections.map((each) => each.uri),
      ])
      .map(toStorableText)
      .filter((uri) => uri !== '' && uri.length <= MAX_URI_LENGTH),
  )
  if (uris.size === 0) return
  await sql`
    insert into market.metadata (uri, status) select uri, 'pending' from unnest(${[...uris]}::text[]) as new (uri)
    on conflict (uri) do nothing`.execute(at)
}
