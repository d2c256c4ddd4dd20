import { sql } from 'kysely'
import type { Database } from '../connect.ts'
import { StoreNotEmptyError } from '../errors.ts'
import { fillTokenCards } from './fill-token-cards.ts'
import { fillTraitCounts } from './fill-trait-counts.ts'

/** What a store was filled with, when it was made up and not indexed. */
export interface MadeUpFacts {
  readonly scale: string
  readonly seed: string
  /** Chain time at which the made-up past ends. */
  readonly endMicros: bigint
}

/** Facts of a made-up store that is whole; null for every other. */
export async function readMadeUpFacts(db: Database): Promise<MadeUpFacts | null> {
  const { rows } = await sql<{ made: boolean }>`select to_regclass('public.made_up_store') is not null as made`.execute(
    db,
  )
  if (rows[0]?.made !== true) return null
  const facts = await sql<MadeUpFacts>`
    select scale, seed, end_micros as "endMicros" from public.made_up_store where is_whole`.execute(db)
  return facts.rows[0] ?? null
}

/**
 * Empties a store for what will be made up. Users' rows stay.
 * @throws StoreNotEmptyError when it holds an index, or a made-up past that is whole, and may not be overwritten.
 */
export async function beginMadeUpStore(db: Database, facts: MadeUpFacts, mayOverwrite: boolean): Promise<void> {
  await sql`create table if not exists public.made_up_store (
    is_only boolean primary key default true check (is_only), scale text not null, seed text not null,
    end_micros bigint not null, is_whole boolean not null)`.execute(db)
  if (!mayOverwrite && (await holdsSomething(db))) throw new StoreNotEmptyError()
  await emptySchemas(db)
  await sql`insert into public.made_up_store (scale, seed, end_micros, is_whole)
    values (${facts.scale}, ${facts.seed}, ${facts.endMicros}, false)
    on conflict (is_only) do update set scale = excluded.scale, seed = excluded.seed, end_micros = excluded.end_micros,
      is_whole = false`.execute(db)
}

/** Makes what triggers and workers keep otherwise; from now on it is known for what it is. */
export async function endMadeUpStore(db: Database): Promise<void> {
  await fillCollectionNames(db)
  await fillTokenCards(db)
  await fillTraitCounts(db)
  await sql`update public.made_up_store set is_whole = true`.execute(db)
}

/** Makes what a newer release keeps of a store that an older one made up. */
export async function completeMadeUpStore(db: Database): Promise<void> {
  const { rows } = await sql`select from market.card_queue limit 1`.execute(db)
  if (rows.length > 0) await fillTokenCards(db)
  const unranked = await sql`select from market.rarity_queue limit 1`.execute(db)
  if (unranked.rows.length > 0) await fillTraitCounts(db)
}

async function fillCollectionNames(db: Database): Promise<void> {
  await sql`truncate market.collection_names`.execute(db)
  await sql`insert into market.collection_names (collection_id, folded, volume_octas)
    select c.collection_id, lower(c.collection_name), coalesce(s.volume_all_octas, 0)
    from chain.current_collections_v2 c left join market.collection_stats s using (collection_id)`.execute(db)
  await sql`analyze market.collection_names`.execute(db)
}

async function holdsSomething(db: Database): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select coalesce((select is_whole from public.made_up_store),
      exists (select from chain.checkpoints) or exists (select from chain.transactions)) as holds`.execute(db)
  return rows[0]?.holds === true
}

/**
 * The clock's one row stays: it is set by whoever fills the store. The names to search are emptied by a trigger of the
 * collections, and PostgreSQL refuses to empty them in the same statement.
 */
async function emptySchemas(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('chain', 'market') and tablename not in ('clock', 'collection_names')`.execute(db)
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.raw(name)))} restart identity`.execute(db)
}
