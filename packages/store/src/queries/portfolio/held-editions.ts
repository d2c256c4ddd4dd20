import { type RawBuilder, sql } from 'kysely'
import { estimateOf } from '../collections/estimate-sql.ts'
import { limitSql, type Reader, readRow, readRows } from '../read-rows.ts'

/** A token, or one edition of it, that a wallet may hold. */
export interface NamedHolding {
  readonly holder: string
  readonly tokenDataId: string
  readonly propertyVersion?: bigint | undefined
}

/** An edition of a token that a wallet may hold. */
type HeldEditionKey = Pick<HeldEdition, 'holder' | 'tokenDataId' | 'propertyVersion'>

/** A wallet's holding of one token (v1: of one edition) and its cost. */
export interface HeldLots {
  readonly holder: string
  readonly tokenDataId: string
  readonly propertyVersion: bigint
  /** Items held. */
  readonly held: bigint
  /** Octas paid for those of known cost; null when the cost of none is known. */
  readonly costOctas: bigint | null
  /** Items whose cost is unknown. */
  readonly unknownCostCount: bigint
  /** Time of the newest acquisition. */
  readonly acquiredAtMicros: bigint
  /** Estimate in octas of the items, with their share of those that count; null without a market. */
  readonly estimateOctas: bigint | null
}

/**
 * Reads count, cost and estimate of some tokens, each in one edition, that wallets hold, unordered; tokens that a wallet does not
 * hold are absent. Each is looked up: for hundreds of them the planner would read all lots of the wallet, which may have any
 * number.
 */
export function readHeldLots(reader: Reader, holdings: readonly HeldEditionKey[]): Promise<readonly HeldLots[]> {
  return readRows(
    reader,
    sql<HeldLots>`
    select wanted.holder, wanted.id as "tokenDataId", wanted.edition as "propertyVersion", lots.held, lots."costOctas", lots."unknownCostCount",
      lots."acquiredAtMicros", ${estimateOf(sql`lots.held`, sql`sums.held`)} as "estimateOctas"
    from (${wantedSql(holdings)}) wanted
    cross join lateral (
      select sum(amount) as held, sum(cost_octas) as "costOctas",
        coalesce(sum(amount) filter (where cost_octas is null), 0) as "unknownCostCount", max(acquired_at_micros) as "acquiredAtMicros", max(collection_id) as collection_id
      from ${LOTS_OF_WANTED} having count(*) > 0
    ) lots
    left join lateral (select * from market.collection_stats where collection_id = lots.collection_id limit 1) s on true
    left join lateral (
      select held from market.lot_sums where wallet = wanted.holder and collection_id = lots.collection_id limit 1
    ) sums on true`,
  )
}

/**
 * Reads count and cost of some tokens as {@link readHeldLots} does: of hundreds of items what they are worth is not looked up.
 * The count keeps the planner from the index of a wallet's newest lots, which has their costs, and of which it would go through
 * all for each item.
 */
export function readHeldCosts(
  reader: Reader,
  holdings: readonly HeldEditionKey[],
): Promise<readonly (HeldEditionKey & Pick<HeldLots, 'held' | 'costOctas'>)[]> {
  return readRows(
    reader,
    sql<HeldEditionKey & Pick<HeldLots, 'held' | 'costOctas'>>`
    select wanted.holder, wanted.id as "tokenDataId", wanted.edition as "propertyVersion", lots.held, lots.cost as "costOctas"
    from (${wantedSql(holdings)}) wanted
    cross join lateral (select sum(amount) as held, sum(cost_octas) as cost from ${LOTS_OF_WANTED} having count(*) > 0) lots`,
  )
}

function wantedSql(holdings: readonly HeldEditionKey[]): RawBuilder<unknown> {
  return sql`select distinct * from unnest(${holdings.map((one) => one.holder)}::text[], ${holdings.map((one) => one.tokenDataId)}::text[],
        ${holdings.map((one) => one.propertyVersion)}::numeric[]) as wanted (holder, id, edition)`
}

/** The lots of an edition that is `wanted`. */
const LOTS_OF_WANTED = sql`market.lots
      where wallet = wanted.holder and token_data_id = wanted.id and property_version = wanted.edition
        and released_version is null and not is_in_transit`

/** An edition of a token that a wallet holds. Tokens of the newer standard have one, version 0. */
export interface HeldEdition {
  readonly holder: string
  readonly tokenDataId: string
  readonly propertyVersion: bigint
  readonly amount: bigint
}

/** Limit of editions of one token, without the named ones: a v1 token may have thousands, and anyone can send some. */
export const EDITIONS_PER_TOKEN = 100

/**
 * Reads wallets' editions of some tokens, their listings' escrow included: of each token the first hundred and the named ones. Tokens
 * that a wallet does not hold are absent.
 */
export function readHeldEditions(reader: Reader, holdings: readonly NamedHolding[]): Promise<readonly HeldEdition[]> {
  const tokens = [...new Map(holdings.map((one) => [`${one.holder} ${one.tokenDataId}`, one])).values()]
  const named = holdings.filter(({ propertyVersion }) => propertyVersion !== undefined)
  const asked = (some: readonly NamedHolding[]) =>
    sql`${some.map(({ holder }) => holder)}::text[], ${some.map(({ tokenDataId }) => tokenDataId)}::text[]`
  return readRows(
    reader,
    sql<HeldEdition>`
    select holder, token_data_id as "tokenDataId", property_version as "propertyVersion", amount from (
      select h.* from unnest(${asked(tokens)}) as asked (holder, id)
      left join chain.current_token_datas_v2 t on t.token_data_id = asked.id
      cross join lateral (
        select * from (${firstEditions(sql`= t.collection_id`)} union all ${firstEditions(sql`is null`)}) either
        order by property_version ${limitSql(EDITIONS_PER_TOKEN)}
      ) h
      union
      select h.* from unnest(${asked(named)}, ${named.map(({ propertyVersion }) => propertyVersion)}::numeric[]) as asked (holder, id, edition)
      cross join lateral (
        select holder, token_data_id, property_version, amount from market.token_holders
        where token_data_id = asked.id and property_version = asked.edition and holder = asked.holder and amount > 0 offset 0
      ) h
    ) held order by holder, token_data_id, property_version`,
  )
}

/**
 * Selects the first editions of the token `asked.id` of a holder. By the token's collection `t`, which a holding may not know yet: an index has
 * the holdings of a wallet by collection and token, and by the token alone all that the wallet holds would be read for each.
 */
function firstEditions(collection: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
          select holder, token_data_id, property_version, amount from market.token_holders
          where holder = asked.holder and collection_id ${collection} and token_data_id = asked.id and amount > 0
          order by collection_id, token_data_id, property_version ${limitSql(EDITIONS_PER_TOKEN)})`
}

/** Reads the wallet that holds most of one edition of a token; null where none holds it. */
export async function readEditionHolder(
  reader: Reader,
  tokenDataId: string,
  propertyVersion: bigint,
): Promise<string | null> {
  const row = await readRow(
    reader,
    sql<{ holder: string }>`
    select holder from market.token_holders
    where token_data_id = ${tokenDataId} and property_version = ${propertyVersion} and amount > 0
    order by amount desc, holder limit 1`,
  )
  return row?.holder ?? null
}
