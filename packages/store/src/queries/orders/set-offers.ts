import { sql } from 'kysely'
import { setKeyOf } from '../../accounts/token-sets.ts'
import { type Reader, readRows } from '../read-rows.ts'
import { HOLDER } from './best-orders-sql.ts'
import { type AnyOfferRow, collectionOffersSql, type OfferFilter } from './offers.ts'

/** Offers on sets that a token is in: how many of the best are read of each token. */
const PER_TOKEN = 10

/** A token in its edition, 0 where the standard has none. */
export interface SetEdition {
  readonly tokenDataId: string
  readonly propertyVersion: bigint
}

/** Offers on sets of tokens, and which of the asked tokens are in which. */
export interface SetOffers {
  /** Each once, best price first. */
  readonly offers: readonly AnyOfferRow[]
  /** Roots of the sets that each token is in, by its `setKeyOf`: of the read offers alone. */
  readonly setsOf: ReadonlyMap<string, ReadonlySet<string>>
}

type FoundRow = AnyOfferRow & { readonly fits: string }

/**
 * Reads the best offers on sets that some tokens are in, as far as the sets were announced.
 * @param named ids of offers that are read however many better ones there are.
 */
export async function readSetOffers(
  reader: Reader,
  editions: readonly SetEdition[],
  filter: OfferFilter,
  named: readonly string[] = [],
): Promise<SetOffers> {
  const keys = editions.map(({ tokenDataId, propertyVersion }) => setKeyOf(tokenDataId, propertyVersion))
  const offers = collectionOffersSql({ ...filter, sets: 'alone' })
  const found =
    editions.length === 0
      ? []
      : await readRows(
          reader,
          sql<FoundRow>`
          select best.*, wanted.key as fits
          from (select distinct unnest(${keys}::text[]) as key) wanted
          cross join lateral (
            select offer.* from account.token_sets s
            cross join lateral (
              ${offers} and collection_id = s.collection_id and set_root = s.root
              order by offer_id = any(${[...named]}::text[]) desc, price_octas desc, offer_id limit ${PER_TOKEN}
            ) offer
            where s.tokens @> array[wanted.key]
            order by "offerId" = any(${[...named]}::text[]) desc, "priceOctas" desc, "offerId" limit ${PER_TOKEN}
          ) best
          order by "priceOctas" desc, "offerId", marketplace`,
        )
  const unique = new Map<string, AnyOfferRow>()
  const setsOf = new Map<string, Set<string>>()
  for (const { fits, ...offer } of found) {
    const id = `${offer.marketplace} ${offer.offerId}`
    if (!unique.has(id)) unique.set(id, offer)
    if (offer.setRoot !== null) setsOf.set(fits, (setsOf.get(fits) ?? new Set()).add(offer.setRoot))
  }
  return { offers: [...unique.values()], setsOf }
}

/** An offer on a set, with the number of its tokens; null where the list was not announced. */
export type SetOfferRow = AnyOfferRow & { readonly setRoot: string; readonly setSize: number | null }

/** Reads the best live offers on sets of a collection's tokens, best first. */
export function readBestSetOffers(
  reader: Reader,
  collectionId: string,
  page: { readonly nowMicros: bigint; readonly take: number },
): Promise<readonly SetOfferRow[]> {
  const live = collectionOffersSql({ collectionId, sets: 'alone', liveAtSeconds: page.nowMicros / 1_000_000n })
  return readRows(
    reader,
    sql<SetOfferRow>`
    select best.*, (select cardinality(s.tokens) from account.token_sets s where s.root = best."setRoot") as "setSize"
    from (${live} order by price_octas desc, offer_id limit ${page.take}) as best
    order by "priceOctas" desc, "offerId"`,
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
