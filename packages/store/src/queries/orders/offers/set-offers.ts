import { toSeconds } from '@opal/domain/time'
import { type RawBuilder, sql } from 'kysely'
import { setKeyBytes, setKeyOf } from '../../../accounts/token-sets.ts'
import { type Reader, readRows } from '../../read-rows.ts'
import { HOLDER } from '../best-orders-sql.ts'
import { type AnyOfferRow, collectionOffersSql, type OfferFilter } from './offers.ts'

/** Number of the best offers on sets that are read for each token. */
const PER_TOKEN = 10

/** A token in its edition, 0 where the standard has none. */
export interface SetEdition {
  readonly tokenDataId: string
  readonly propertyVersion: bigint
}

/** Offers on sets of tokens, and the sets that the requested tokens are in. */
export interface SetOffers {
  /** Each once, best price first. */
  readonly offers: readonly AnyOfferRow[]
  /** Roots of the sets that each token is in, by its `setKeyOf`: of the read offers alone. */
  readonly setsOf: ReadonlyMap<string, ReadonlySet<string>>
}

/** Offers that are read by name, however many better ones there are. */
export interface NamedOffers {
  readonly ids: readonly string[]
  /** The marketplaces that they may be of. */
  readonly marketplaces: readonly string[]
}

type FoundRow = AnyOfferRow & { readonly fits: bigint }

/**
 * Reads the best offers on sets that some tokens are in, as far as the sets were announced. Of each set one offer is read, and of as many of
 * the best sets as a token gets offers the others.
 */
export async function readSetOffers(
  reader: Reader,
  editions: readonly SetEdition[],
  filter: OfferFilter,
  named: NamedOffers = { ids: [], marketplaces: [] },
): Promise<SetOffers> {
  if (editions.length === 0) return { offers: [], setsOf: new Map() }
  const keys = [...new Set(editions.map(({ tokenDataId, propertyVersion }) => setKeyOf(tokenDataId, propertyVersion)))]
  const offers = collectionOffersSql({ ...filter, sets: 'alone' })
  // Looked up by the table's key, since no index of offers on sets fits this condition.
  const byId = collectionOffersSql({ ...filter, sets: 'too' })
  const found = await readRows(
    reader,
    sql<FoundRow>`
    with member as materialized (
      select wanted.n, s.collection_id, s.root from unnest(${keys.map(setKeyBytes)}::bytea[]) with ordinality as wanted (key, n)
      cross join lateral account.sets_of_token(wanted.key) s
    ), best as materialized (
      ${bestOfSets(offers, sql`(select distinct collection_id, root from member)`)}
    ), ranked as (
      select member.n, best.*, row_number() over (partition by member.n order by best.price_octas desc, best.root) as place
      from member join best using (collection_id, root)
    )
    select "priceOctas", "offerId", marketplace, fits, ${OTHER_COLUMNS} from (
      select offer.*, ranked.n as fits,
        row_number() over (partition by ranked.n order by offer."priceOctas" desc, offer."offerId") as place
      from ranked cross join lateral (${offersOfSet(offers, sql`ranked`, PER_TOKEN)}) offer where ranked.place <= ${PER_TOKEN}
    ) offer where place <= ${PER_TOKEN}
    union
    select "priceOctas", "offerId", marketplace, member.n, ${OTHER_COLUMNS}
    from unnest(${[...named.ids]}::text[]) as wanted (id) cross join unnest(${[...named.marketplaces]}::text[]) as place (marketplace_id)
    cross join lateral (${byId} and marketplace = place.marketplace_id and offer_id = wanted.id offset 0) offer
    join member on member.collection_id = offer."collectionId" and member.root = offer."setRoot"
    order by "priceOctas" desc, "offerId", marketplace`,
  )
  const unique = new Map<string, AnyOfferRow>()
  const setsOf = new Map<string, Set<string>>()
  for (const { fits, ...offer } of found) {
    const id = `${offer.marketplace} ${offer.offerId}`
    if (!unique.has(id)) unique.set(id, offer)
    const key = keys[Number(fits) - 1]
    if (offer.setRoot !== null && key !== undefined) setsOf.set(key, (setsOf.get(key) ?? new Set()).add(offer.setRoot))
  }
  return { offers: [...unique.values()], setsOf }
}

/** Returns the given collections for which token sets were announced. */
export async function readCollectionsWithSets(
  reader: Reader,
  collectionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    reader,
    sql<{ id: string }>`select wanted.id from unnest(${[...collectionIds]}::text[]) as wanted (id)
      where exists (select from account.token_sets s where s.collection_id = wanted.id)`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Columns of offers besides those that they are sorted by. */
const OTHER_COLUMNS = sql`"tokenDataId", "propertyVersion", "collectionId", buyer, "wantedAmount", "remainingAmount", "isPooled", "poolOctas",
      "setRoot", "expiresAtSeconds", "placedAtMicros", "tokenStandard"`

/** Selects the best price of each set that has an offer. @param sets a relation of `collection_id` and `root`. */
function bestOfSets(offers: RawBuilder<AnyOfferRow>, sets: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select sets.*, best."priceOctas" as price_octas from ${sets} sets
      cross join lateral (${offersOfSet(offers, sql`sets`, 1)}) best`
}

/** Selects the best offers on one set. @param set name of a row with `collection_id` and `root`. */
function offersOfSet(offers: RawBuilder<AnyOfferRow>, set: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`${offers} and collection_id = ${set}.collection_id and set_root = ${set}.root
        order by price_octas desc, offer_id limit ${limit}`
}

/** An offer on a set, with the number of its tokens. */
export type SetOfferRow = AnyOfferRow & { readonly setRoot: string; readonly setSize: number }

/** Reads the best live offers on announced sets of a collection's tokens, best first: into others nobody could sell. */
export function readBestSetOffers(
  reader: Reader,
  collectionId: string,
  page: { readonly nowMicros: bigint; readonly take: number },
): Promise<readonly SetOfferRow[]> {
  const live = collectionOffersSql({ collectionId, sets: 'alone', liveAtSeconds: toSeconds(page.nowMicros) })
  const sets = sql`(select collection_id, root, size from account.token_sets where collection_id = ${collectionId})`
  return readRows(
    reader,
    sql<SetOfferRow>`
    with best as materialized (${bestOfSets(live, sets)} order by price_octas desc, root limit ${page.take})
    select offer.*, best.size as "setSize" from best cross join lateral (${offersOfSet(live, sql`best`, page.take)}) offer
    order by "priceOctas" desc, "offerId" limit ${page.take}`,
  )
}

/** Reads the edition that each token is shown in, that of its largest holder; tokens without a holder are left out. */
export function readShownEditions(reader: Reader, tokenDataIds: readonly string[]): Promise<readonly SetEdition[]> {
  return readRows(
    reader,
    sql<SetEdition>`
    select t.token_data_id as "tokenDataId", h.property_version as "propertyVersion"
    from (select distinct unnest(${[...tokenDataIds]}::text[]) as token_data_id) t cross join lateral (${HOLDER}) h`,
  )
}

/** Returns whether a token can be sold into an offer on tokens of its collection. */
export function isInSet(
  { setRoot }: Pick<AnyOfferRow, 'setRoot'>,
  token: SetEdition,
  { setsOf }: Pick<SetOffers, 'setsOf'>,
): boolean {
  return setRoot === null || setsOf.get(setKeyOf(token.tokenDataId, token.propertyVersion))?.has(setRoot) === true
}
