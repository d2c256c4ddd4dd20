import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { Phase } from '../define-phase.ts'
import { lotsPhase } from '../history/lots.ts'
import { type TouchedHolding, touchedPhase } from '../history/touched.ts'
import { listingOfOwner } from '../orders/listing-of-owner.ts'
import { refreshListingsOfTokens } from '../orders/listing-validity.ts'
import { orderHistoriesPhase, wholeHistories } from '../orders/order-histories.ts'
import { planPhases } from '../plan-phases.ts'
import { runPhases } from '../run-phases.ts'
import { decodePhase } from '../tokens/known-tokens.ts'
import { readIdShares } from './read-id-shares.ts'
import { wholeBatch } from './whole-batch.ts'

const LOTS = planPhases([lotsPhase], [decodePhase, orderHistoriesPhase, touchedPhase])

/** Reads the ids of all tokens with an owner or a sale. @param size tokens per chunk */
export function readTokenShares(db: Executor, size: number): AsyncGenerator<readonly string[], void, void> {
  return readIdShares(db, size, (after) => SOURCES.map((source) => idsAfter(source, after, size)))
}

/** Tables that lots are folded from; each has an index that begins with the token. */
const SOURCES: readonly RawBuilder<unknown>[] = [
  sql`market.ownership_events where true`,
  sql`market.sales where true`,
  sql`market.order_events where book = 'listing' and token_standard = 'v1'`,
]

function idsAfter(source: RawBuilder<unknown>, after: string, size: number): RawBuilder<unknown> {
  return sql`(select distinct token_data_id as id from ${source} and token_data_id > ${after}
    order by token_data_id limit ${size})`
}

/** Writes the lots and holders of tokens, and the validity of their listings. */
export async function writeTokens(db: Executor, tokens: readonly string[]): Promise<void> {
  const holdings = await readHoldings(db, tokens)
  const given = new Map<Phase, unknown>([
    [decodePhase, { transactions: [], stops: [] }],
    [orderHistoriesPhase, wholeHistories([])],
    [touchedPhase, { tokens, holdings, collections: [] }],
  ])
  const writes = await runPhases(db, LOTS, wholeBatch(), given)
  await Promise.all([...writes, refreshListingsOfTokens(db, tokens)])
}

/** Reads all past and present holders of the tokens. A listed token counts as held by its seller. */
async function readHoldings(db: Executor, tokens: readonly string[]): Promise<readonly TouchedHolding[]> {
  const asked = sql`unnest(${tokens}::text[]) as asked (token)`
  const { rows } = await sql<Omit<TouchedHolding, 'state'>>`
    select k.*, t.collection_id, t.token_standard is distinct from 'v2' as is_v1 from (
      select coalesce(l.seller, o.owner_address) as wallet, o.token_data_id, o.property_version
      from ${asked} join market.ownership_events o on o.token_data_id = asked.token
      left join lateral ${listingOfOwner(sql`o.owner_address`)} l on l.token_data_id = o.token_data_id
      union
      select side.wallet, s.token_data_id, s.property_version
      from ${asked} join market.sales s on s.token_data_id = asked.token
      cross join lateral (values (s.seller), (s.buyer)) as side (wallet)
      union
      select e.seller, e.token_data_id, e.property_version
      from ${asked} join market.order_events e on e.token_data_id = asked.token
      where e.book = 'listing' and e.token_standard = 'v1' and e.seller is not null
    ) k left join chain.current_token_datas_v2 t on t.token_data_id = k.token_data_id`.execute(db)
  return rows.map((row) => ({ ...row, state: null }))
}
