import { sql } from 'kysely'
import type { Executor } from '../../driver/pipelining.ts'
import type { HoldingFacts, TurnFact } from './holdings.ts'

/** Facts of a holding without the mints and burns of its token. */
export type FactsWithoutTurns = Omit<HoldingFacts, 'turns'> & { readonly token_data_id: string }

/** A transaction in which something of a holding changed. */
interface Place {
  readonly wallet: string
  readonly token_data_id: string
  readonly version: bigint
}

/**
 * Adds the mints and burns of their tokens to the facts of holdings: those of transactions in which something of the holding changed. A token of the
 * older standard may have been minted any number of times, of which few concern a holding.
 */
export async function withTurns(
  db: Executor,
  holdings: readonly FactsWithoutTurns[],
): Promise<readonly HoldingFacts[]> {
  const placesOf = holdings.map(toPlaces)
  const asked = placesOf.flat()
  if (asked.length === 0) return holdings.map((facts) => ({ ...facts, turns: [] }))
  const turned = await readTurned(db, asked)
  const isMint = (place: Place) => turned.get(turnKey(place))?.some(({ kind }) => kind === 'mint') ?? false
  const paid = await readPaid(db, asked.filter(isMint))
  return holdings.map((facts, index) => ({
    ...facts,
    turns: (placesOf[index] ?? []).flatMap((place) =>
      (turned.get(turnKey(place)) ?? []).map(({ version, kind, amount }): TurnFact => {
        return { version, kind, amount, cost_octas: kind === 'mint' ? (paid.get(placeKey(place)) ?? null) : null }
      }),
    ),
  }))
}

function toPlaces({ wallet, token_data_id, places, sales }: FactsWithoutTurns): readonly Place[] {
  const versions = new Set([...places, ...sales].map(({ version }) => version))
  return [...versions].map((version) => ({ wallet, token_data_id, version }))
}

function turnKey({ token_data_id, version }: Omit<Place, 'wallet'>): string {
  return `${token_data_id}/${version}`
}

function placeKey(place: Place): string {
  return `${place.wallet}/${turnKey(place)}`
}

/** The mints, or the burns, of a token in one transaction, with the number of their items. */
type Turned = Omit<TurnFact, 'cost_octas'> & Pick<Place, 'token_data_id'>

/** Reads what was minted and burnt of tokens in transactions, once for all holdings of a token, however many events there were. */
async function readTurned(db: Executor, asked: readonly Place[]): Promise<ReadonlyMap<string, readonly Turned[]>> {
  const turns = [...new Map(asked.map((place) => [turnKey(place), place])).values()]
  const { rows } = await sql<Turned>`
    select k.token_data_id, k.version, a.kind, a.amount
    from unnest(${turns.map((turn) => turn.token_data_id)}::text[], ${turns.map((turn) => turn.version)}::bigint[])
      as k (token_data_id, version)
    cross join lateral (
      select kind, coalesce(sum(amount), 0) as amount from market.activities
      where token_data_id = k.token_data_id and version = k.version and kind in ('mint', 'burn') group by kind
    ) a`.execute(db)
  return Map.groupBy(rows, turnKey)
}

/** Reads what wallets paid for each item that they minted for themselves, by {@link placeKey}. */
async function readPaid(db: Executor, asked: readonly Place[]): Promise<ReadonlyMap<string, bigint>> {
  if (asked.length === 0) return new Map()
  const { rows } = await sql<Place & { readonly cost_octas: bigint }>`
    select m.wallet, m.token_data_id, m.version, m.cost_octas
    from unnest(${asked.map((place) => place.wallet)}::text[], ${asked.map((place) => place.token_data_id)}::text[],
      ${asked.map((place) => place.version)}::bigint[]) as k (wallet, token_data_id, version)
    join market.mint_costs m on m.wallet = k.wallet and m.token_data_id = k.token_data_id and m.version = k.version`.execute(
    db,
  )
  return new Map(rows.map((row) => [placeKey(row), row.cost_octas]))
}
