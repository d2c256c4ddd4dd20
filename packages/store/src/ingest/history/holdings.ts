import type { HoldingStep, LotTrade, TradeBook } from '@opal/domain/portfolio/lots'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import { listingOfOwner } from '../orders/listing-of-owner.ts'
import type { TouchedHolding } from './touched.ts'
import { withTurns } from './turns.ts'

/** A wallet and one token (v1: one edition of it). */
export interface WalletToken {
  readonly wallet: string
  readonly token_data_id: string
  readonly property_version: bigint
}

/** Returns the key of a wallet and a token, for maps. */
export function holdingKey({ wallet, token_data_id, property_version }: WalletToken): string {
  return `${wallet}/${token_data_id}/${property_version}`
}

interface FactBase {
  readonly version: bigint
  readonly at_micros: bigint
}

/** Number of items in one place of the wallet: a store of its own, or a listing that holds them in escrow. */
export interface PlaceFact extends FactBase {
  /** Null: the token itself, which names its owner (v2). */
  readonly place: string | null
  readonly amount: bigint
  /** Amount that the stored holding has at this place; null for none. */
  readonly before: bigint | null
}

/** A sale in which the wallet is on one side or both. */
export interface SaleFact extends FactBase {
  readonly event_index: number
  readonly source: string
  readonly seller: string
  readonly buyer: string
  readonly price_octas: bigint
  readonly commission_octas: bigint | null
  readonly royalty_octas: bigint | null
}

/** A mint or burn of the token. */
export interface TurnFact {
  readonly version: bigint
  readonly kind: string
  /** Number of items. */
  readonly amount: bigint
  /** Octas that the wallet paid for each item it minted; null when it did not mint itself. */
  readonly cost_octas: bigint | null
}

/** All facts about one wallet and one token. */
export interface HoldingFacts {
  readonly wallet: string
  /** Items held before, by the state of the holding; null when no write has stated it. */
  readonly held: bigint | null
  readonly places: readonly PlaceFact[]
  readonly sales: readonly SaleFact[]
  readonly turns: readonly TurnFact[]
}

/** Groups the facts by transaction, in chain order, for folding into lots. */
export function toHoldingSteps({
  wallet,
  held: heldBefore,
  places,
  sales,
  turns,
}: HoldingFacts): readonly HoldingStep[] {
  const amounts = new Map<string | null, bigint>()
  const placesOf = Map.groupBy(places, (fact) => fact.version)
  const salesOf = Map.groupBy(sales, (fact) => fact.version)
  const turnsOf = Map.groupBy(turns, (fact) => fact.version)
  const times = new Map([...places, ...sales].map((fact) => [fact.version, fact.at_micros]))
  let held = heldBefore
  return [...times]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([version, atMicros]) => {
      const stated = placesOf.get(version) ?? []
      for (const { place, amount, before } of stated) {
        held = (held ?? 0n) + amount - (amounts.get(place) ?? before ?? 0n)
        amounts.set(place, amount)
      }
      const turned = turnsOf.get(version) ?? []
      return {
        version,
        atMicros,
        trades: (salesOf.get(version) ?? [])
          .toSorted((a, b) => a.event_index - b.event_index)
          .flatMap((sale) => toTrades(wallet, sale)),
        held,
        isOwnerNamed: stated.some(({ place }) => place === null),
        mint: mintOf(turned),
        isBurnt: turned.some(({ kind }) => kind === 'burn'),
      }
    })
}

/** Returns what a transaction minted of the token, with the items that the wallet paid for. */
function mintOf(turned: readonly TurnFact[]): HoldingStep['mint'] {
  const mint = turned.find(({ kind }) => kind === 'mint')
  if (mint === undefined) return null
  const { cost_octas: costOctas, amount } = mint
  return { costOctas, items: costOctas === null ? 0n : amount }
}

function toTrades(wallet: string, sale: SaleFact): readonly LotTrade[] {
  const book = sale.source as TradeBook
  const trades: LotTrade[] = []
  if (sale.seller === wallet) trades.push({ side: 'sold', book, octas: netOf(sale) })
  if (sale.buyer === wallet) trades.push({ side: 'bought', book, octas: sale.price_octas })
  return trades
}

function netOf({ price_octas, commission_octas, royalty_octas }: SaleFact): bigint | null {
  if (commission_octas === null || royalty_octas === null) return null
  return price_octas - commission_octas - royalty_octas
}

/** Rows carry the index of their key among the requested keys, which is shorter than the key. */
type Numbered<Fact> = Fact & { readonly n: bigint }
type Keys = ReturnType<typeof keysSql>

/** Reads all facts that the lots of the given wallets and tokens are folded from, in order. */
export async function readHoldingFacts(
  db: Executor,
  keys: readonly TouchedHolding[],
): Promise<readonly HoldingFacts[]> {
  if (keys.length === 0) return []
  const wanted = keysSql(keys)
  const [held, listed, sold] = await Promise.all([
    readPlaces(db, wanted),
    keys.some((key) => key.is_v1) ? readListedV1(db, wanted) : [],
    readSales(db, wanted),
  ])
  const [places, sales] = [byKey([...held, ...listed]), byKey(sold)]
  const facts = keys.map(({ wallet, token_data_id }, index) => ({
    wallet,
    token_data_id,
    held: null,
    places: places.get(index) ?? [],
    sales: sales.get(index) ?? [],
  }))
  return withTurns(db, facts)
}

/** Returns the keys as a table `k`, numbered from 1. */
export function keysSql(keys: readonly WalletToken[]) {
  return sql`unnest(${keys.map((key) => key.wallet)}::text[], ${keys.map((key) => key.token_data_id)}::text[],
    ${keys.map((key) => key.property_version)}::numeric[]) with ordinality as k (wallet, token_data_id, property_version, n)`
}

/** Reads what wallets hold. What a listing holds (for v2 as the owning object) is its seller's; a listing itself holds nothing. */
async function readPlaces(db: Executor, wanted: Keys): Promise<readonly Numbered<PlaceFact>[]> {
  const { rows } = await sql<Numbered<PlaceFact>>`
    select k.n, e.version, e.at_micros, nullif(e.storage_id, k.token_data_id) as place, e.amount,
      null::numeric as before
    from ${wanted} join market.ownership_events e on e.token_data_id = k.token_data_id
      and e.property_version = k.property_version and e.owner_address = k.wallet
    where not exists (select from ${listingOfOwner(sql`k.wallet`)} l where l.token_data_id = k.token_data_id)
    union all
    select k.n, e.version, e.at_micros, l.listing_id, e.amount, null
    from ${wanted} join market.listings l on l.token_data_id = k.token_data_id
      and l.property_version = k.property_version and l.seller = k.wallet
    join market.ownership_events e on e.token_data_id = k.token_data_id
      and e.property_version = k.property_version and e.owner_address = l.listing_id`.execute(db)
  return rows
}

/**
 * Reads v1 listings, which hold their edition inside, where no owner is written. One id may serve several sellers,
 * one after another. In the order of the index that has a seller's listings of one edition: by another all of the token would be gone through.
 */
async function readListedV1(db: Executor, wanted: Keys): Promise<readonly Numbered<PlaceFact>[]> {
  const { rows } = await sql<Numbered<PlaceFact>>`
    select distinct on (k.n, place, e.version) k.n, e.version, e.at_micros, e.marketplace || '/' || e.order_id as place,
      case e.action when 'placed' then 1 else 0 end::numeric as amount, null::numeric as before
    from ${wanted} cross join lateral (
      select * from market.order_events e where e.token_data_id = k.token_data_id and e.seller = k.wallet
        and e.property_version = k.property_version and e.book = 'listing' and e.token_standard = 'v1'
      order by e.token_data_id, e.seller, e.property_version, e.order_id, e.version, e.event_index offset 0) e
    order by k.n, place, e.version, e.event_index desc`.execute(db)
  return rows
}

/**
 * Reads each side of the sales by an index of its own, which has a number for edition and wallet: a token may have been sold any number of times,
 * by others and in other editions. `is true` keeps the planner from using the index of all sales of the token.
 */
async function readSales(db: Executor, wanted: Keys): Promise<readonly Numbered<SaleFact>[]> {
  const asked = [sql`k.token_data_id`, sql`k.property_version`, sql`k.wallet`] as const
  const side = (wallet: 'seller' | 'buyer') => {
    const stored = [sql`token_data_id`, sql`property_version`, sql.ref(wallet)] as const
    return sql`
    select version, at_micros, event_index, source, seller, buyer, price_octas, commission_octas, royalty_octas from market.sales
    where ${numberOf(stored)} = ${numberOf(asked)} and ((${sql.join(stored)}) = (${sql.join(asked)})) is true`
  }
  const { rows } = await sql<Numbered<SaleFact>>`
    select k.n, s.* from ${wanted} cross join lateral (${side('seller')} union ${side('buyer')}) s`.execute(db)
  return rows
}

type EditionOfWallet = readonly [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>]

/** Returns the number that indexes of sales have for a token, its edition and a wallet: word for word what they are made by. */
function numberOf([token, edition, wallet]: EditionOfWallet): RawBuilder<bigint> {
  return sql<bigint>`hashtextextended(${token} || ' ' || ${edition}::text || ' ' || ${wallet}, 0)`
}

function byKey<Row extends { readonly n: bigint }>(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  return Map.groupBy(rows, (row) => Number(row.n) - 1)
}
