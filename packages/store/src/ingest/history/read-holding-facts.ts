import { sql } from 'kysely'
import type { Statements } from '../../driver/pipelined.ts'
import type { HoldingFacts, PlaceFact, SaleFact, TurnFact, WalletToken } from './holding-steps.ts'
import type { TouchedHolding } from './touched.ts'

/** Rows come with the place of their key among the keys asked for, which is shorter than the key. */
type Numbered<Fact> = Fact & { readonly n: bigint }
type Asked = ReturnType<typeof keysSql>

/** Everything that lots of the given wallets and tokens are made of, in their order. */
export async function readHoldingFacts(
  db: Statements,
  keys: readonly TouchedHolding[],
): Promise<readonly HoldingFacts[]> {
  if (keys.length === 0) return []
  const asked = keysSql(keys)
  const [held, listed, sold, turns] = await Promise.all([
    readPlaces(db, asked),
    keys.some((key) => key.is_v1) ? readListedV1(db, asked) : [],
    readSales(db, asked),
    readTurns(db, keys),
  ])
  const [places, sales] = [byKey([...held, ...listed]), byKey(sold)]
  return keys.map(({ wallet, token_data_id }, index) => ({
    wallet,
    places: places.get(index) ?? [],
    sales: sales.get(index) ?? [],
    turns: turnsOf(wallet, turns.get(token_data_id) ?? []),
  }))
}

/** The keys as a table `k`, numbered from 1. */
export function keysSql(keys: readonly WalletToken[]) {
  return sql`unnest(${keys.map((key) => key.wallet)}::text[], ${keys.map((key) => key.token_data_id)}::text[],
    ${keys.map((key) => key.property_version)}::numeric[]) with ordinality as k (wallet, token_data_id, property_version, n)`
}

/** Reads what wallets hold. What a listing holds (for v2 as the owning object) is its seller's; a listing itself holds nothing. */
async function readPlaces(db: Statements, asked: Asked): Promise<readonly Numbered<PlaceFact>[]> {
  const { rows } = await sql<Numbered<PlaceFact>>`
    select k.n, e.version, e.at_micros, nullif(e.storage_id, k.token_data_id) as place, e.amount
    from ${asked} join market.ownership_events e on e.token_data_id = k.token_data_id
      and e.property_version = k.property_version and e.owner_address = k.wallet
    where not exists (select from market.listings l where l.token_data_id = k.token_data_id and l.listing_id = k.wallet)
    union all
    select k.n, e.version, e.at_micros, l.listing_id, e.amount
    from ${asked} join market.listings l on l.token_data_id = k.token_data_id
      and l.property_version = k.property_version and l.seller = k.wallet
    join market.ownership_events e on e.token_data_id = k.token_data_id
      and e.property_version = k.property_version and e.owner_address = l.listing_id`.execute(db)
  return rows
}

/** A v1 listing holds its edition inside, where no owner is written. One id may serve several sellers, one after another. */
async function readListedV1(db: Statements, asked: Asked): Promise<readonly Numbered<PlaceFact>[]> {
  const { rows } = await sql<Numbered<PlaceFact>>`
    select distinct on (k.n, place, e.version) k.n, e.version, e.at_micros, e.marketplace || '/' || e.order_id as place,
      case e.action when 'placed' then 1 else 0 end::numeric as amount
    from ${asked} join market.order_events e on e.token_data_id = k.token_data_id and e.seller = k.wallet
      and e.property_version = k.property_version and e.book = 'listing' and e.token_standard = 'v1'
    order by k.n, place, e.version, e.event_index desc`.execute(db)
  return rows
}

async function readSales(db: Statements, asked: Asked): Promise<readonly Numbered<SaleFact>[]> {
  const { rows } = await sql<Numbered<SaleFact>>`
    select k.n, s.version, s.at_micros, s.event_index, s.source, s.seller, s.buyer, s.price_octas, s.commission_octas,
      s.royalty_octas
    from ${asked} join market.sales s on s.token_data_id = k.token_data_id and s.property_version = k.property_version
      and k.wallet in (s.seller, s.buyer)`.execute(db)
  return rows
}

/** A mint or burn, with one of those who minted for themselves in it and what they paid. */
type PaidTurn = TurnFact & { readonly token_data_id: string; readonly wallet: string | null }

/** Token by token, so that no plan walks along all mints there ever were. */
const TURNS_OF_TOKEN = sql`
  select token_data_id, version, kind from market.activities
  where token_data_id = k.token_data_id and kind in ('mint', 'burn') offset 0`

async function readTurns(db: Statements, keys: readonly WalletToken[]) {
  const tokens = [...new Set(keys.map((key) => key.token_data_id))]
  const { rows } = await sql<PaidTurn>`
    select a.token_data_id, a.version, a.kind, m.wallet, m.cost_octas
    from unnest(${tokens}::text[]) as k (token_data_id) cross join lateral (${TURNS_OF_TOKEN}) a
    left join market.mint_costs m on m.token_data_id = a.token_data_id and m.version = a.version`.execute(db)
  return Map.groupBy(rows, (row) => row.token_data_id)
}

/** What others paid is nothing to this wallet. The wallet's own row of a turn comes first. */
function turnsOf(wallet: string, turns: readonly PaidTurn[]): readonly TurnFact[] {
  const own = turns.filter((turn) => turn.wallet === wallet)
  return [...own, ...turns.map((turn) => ({ ...turn, cost_octas: null }))]
}

function byKey<Row extends { readonly n: bigint }>(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  return Map.groupBy(rows, (row) => Number(row.n) - 1)
}
