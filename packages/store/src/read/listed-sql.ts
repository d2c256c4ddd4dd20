import { type RawBuilder, sql } from 'kysely'

/**
 * A listing `l` of which its seller says that the token is listed: open, and the token is still the seller's. It counts for the
 * seller (portfolio, counts, loyalty) on every marketplace, also where nothing can be bought any more; for a collection (floor,
 * listed count, lists of items) counts what can be bought, which is `validity = 'valid'` alone.
 */
export const LISTED_BY_SELLER: RawBuilder<unknown> = sql`l.state = 'open' and l.validity in ('valid', 'venue-closed')`
