import { sql } from 'kysely'
import type { Statements } from '../pipelined.ts'
import type { HoldingFacts, PlaceFact, SaleFact, TurnFact, WalletToken } from './holding-steps.ts'

/** Rows come with the place of their key among the keys asked for, which is shorter than the key. */
type Numbered<Fact> = Fact & { readonly n: bigint }
type Asked = ReturnType<typeof keysSql>

/** Everything that lots of the given wallets and tokens are made of, in their order. */
export async function readHoldingFacts(at: Statements, keys: readonly WalletToken[]): Promise<readonly HoldingFacts[]> {
  const asked = keysSql(keys)
  const [held, listed, sold, turns, paid] = await Promise.all([
    readPlaces(at, asked),
    readListedV1(at, asked),
    readSales(at, asked),
    readTurns(at, keys),
    readMintCosts(at, asked),
  ])
  const [places, sales, costs] = [byKey([...held, ...listed]), byKey(sold), byKey(paid)]
  return keys.map((key, index) => {
    const cost = new Map((costs.get(index) ?? []).map((row) => [row.version, row.cost_octas]))
    const turned = (turns.get(key.token_data_id) ?? []).map((turn) => ({
      ...turn,
      cost_octas: cost.get(turn.version) ?? null,
    }))
    return { wallet: key.wallet, places: places.get(index) ?? [], sales: sales.get(index) ?? [], turns: turned }
  })
}

/** The keys as a table `k`, numbered from 1. */
export function keysSql(keys: readonly WalletToken[]) {
  return sql`unnest(${keys.map((key) => key.wallet)}::text[], ${keys.map((key) => key.token_data_id)}::text[],
    ${keys.map((key) => key.property_version)}::numeric[]) with ordinality as k (wallet, token_data_id, property_version, n)`
}

/** What listings hold (as the owning object, for v2) is their seller's; a listing is nobody. */
async function readPlaces(at: Statements, asked: Asked): Promise<readonly Numbered<PlaceFact>[]> {
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
      and e.property_version = k.property_version and e.owner_address = l.listing_id`.execute(at)
  return rows
}

/** A v1 listing holds its edition inside, where no owner is written. One id may serve several sellers, one after another. */
async function readListedV1(at: Statements, asked: Asked): Promise<readonly Numbered<PlaceFact>[]> {
  const { rows } = await sql<Numbered<PlaceFact>>`
    select distinct on (k.n, place, e.version) k.n, e.version, e.at_micros, e.marketplace || '/' || e.order_id as place,
      case e.action when 'placed' then 1 else 0 end::numeric as amount
    from ${asked} join market.order_events e on e.token_data_id = k.token_data_id and e.seller = k.wallet
      and e.property_version = k.property_version and e.book = 'listing' and e.token_standard = 'v1'
    order by k.n, place, e.version, e.event_index desc`.execute(at)
  return rows
}

async function readSales(at: Statements, asked: Asked): Promise<readonly Numbered<SaleFact>[]> {
  const { rows } = await sql<Numbered<SaleFact>>`
    select k.n, s.version, s.at_micros, s.event_index, s.source, s.seller, s.buyer, s.price_octas, s.commission_octas,
      s.royalty_octas
    from ${asked} join market.sales s on s.token_data_id = k.token_data_id and s.property_version = k.property_version
      and k.wallet in (s.seller, s.buyer)`.execute(at)
  return rows
}

async function readTurns(at: Statements, keys: readonly WalletToken[]) {
  const tokens = [...new Set(keys.map((key) => key.token_data_id))]
  const { rows } = await sql<Omit<TurnFact, 'cost_octas'> & { readonly token_data_id: string }>`
    select token_data_id, version, kind from market.activities
    where token_data_id = any(${tokens}::text[]) and kind in ('mint', 'burn')`.execute(at)
  return Map.groupBy(rows, (row) => row.token_data_id)
}

async function readMintCosts(at: Statements, asked: Asked) {
  const { rows } = await sql<{ readonly n: bigint; readonly version: bigint; readonly cost_octas: bigint }>`
    select k.n, m.version, m.cost_octas from ${asked} join market.mint_costs m on m.wallet = k.wallet
      and m.token_data_id = k.token_data_id`.execute(at)
  return rows
}

function byKey<Row extends { readonly n: bigint }>(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  return Map.groupBy(rows, (row) => Number(row.n) - 1)
}
