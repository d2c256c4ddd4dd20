import type { Store } from '@opal/store/driver/connection'

/** A collection of which every tenth token has a common value of a trait, and every hundredth a rare one. */
export const SET_COLLECTION = `0x${'c5'.repeat(32)}`
const [TOKENS, BIDS, SETS] = [10_000, 100_000, 500]

const traitQuery = (trait: string, value: string) =>
  `attributes=${encodeURIComponent(JSON.stringify([{ trait_type: trait, value }]))}`

/** Calls that read the ladder, of values that a thousand tokens have, a hundred, and one token. */
export const LADDERS = [
  { name: 'ladder.common', path: `/data/collection/biddings/set-levels/${SET_COLLECTION}?${traitQuery('Fur', '2')}` },
  { name: 'ladder.rare', path: `/data/collection/biddings/set-levels/${SET_COLLECTION}?${traitQuery('Hat', '7')}` },
  { name: 'ladder.token', path: `/data/collection/biddings/tokens/sets/0x${(7).toString(16).padStart(64, '0')}` },
] as const

/**
 * Fills a store with bids on sets of one collection. The sets are of the tokens with a value of one trait, or of some of these: five hundred
 * sets, as many as are stored of a collection, each with two hundred bids.
 */
export async function fillBids({ pool }: Pick<Store, 'pool'>): Promise<void> {
  const token = (n: string) => `'0x' || lpad(to_hex(${n}), 64, '0')`
  const wallet = (n: string) => `'0xb' || lpad(to_hex(${n}), 63, '0')`
  const run = (text: string, values: readonly unknown[] = [SET_COLLECTION]) => pool.query(text, [...values])
  await run(
    `insert into chain.current_collections_v2 (collection_id, creator_address, collection_name, description, uri, current_supply,
       token_standard, last_transaction_version, last_transaction_timestamp)
     values ($1, '0xce', 'Sets', '', '', ${TOKENS}, 'v2', 1, now())`,
  )
  await run(
    `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, description, token_uri, token_properties,
       token_standard, last_transaction_version, last_transaction_timestamp)
     select ${token('n')}, $1, 'Set #' || n, '', '', jsonb_build_object('Fur', (n % 10)::text, 'Hat', (n % 100)::text), 'v2', 1, now()
     from generate_series(0, ${TOKENS} - 1) n`,
  )
  await run(
    `insert into market.token_holders (token_data_id, property_version, holder, collection_id, amount)
     select ${token('n')}, 0, '0xf0', $1, 1 from generate_series(0, ${TOKENS} - 1) n`,
  )
  // Set s is of the tokens with the hat of its number, and every eighth set of the whole fur that this hat comes with.
  await run(
    `insert into account.token_sets (root, collection_id, tokens, size)
     select lpad(to_hex(s), 64, '0'), $1, list.tokens, cardinality(list.tokens)
     from generate_series(0, ${SETS} - 1) s cross join lateral (select array(
       select decode(lpad(to_hex(n), 64, '0'), 'hex') from generate_series(0, ${TOKENS} - 1) n
       where case when s % 8 = 0 then n % 10 = s % 10 else n % 100 = s % 100 end) as tokens) list`,
  )
  await run(
    `insert into market.bid_pools (marketplace, wallet, balance_octas, last_version, last_at_micros)
     select 'opal', ${wallet('n')}, 1000000000000, 1, 1 from generate_series(0, 499) n`,
    [],
  )
  await run(
    `insert into market.collection_offers (marketplace, offer_id, collection_id, buyer, price_octas, wanted_amount, remaining_amount,
       is_pooled, set_root, state, validity, placed_version, placed_at_micros, last_version, last_event_index, last_at_micros)
     select 'opal', '0x' || lpad(to_hex(n), 64, '0'), $1, ${wallet('n % 500')}, 100000000 + (n * 7919) % 500 * 1000000, 2, 2, true,
       lpad(to_hex(n % ${SETS}), 64, '0'), 'open', 'valid', n, n, n, 0, n
     from generate_series(0, ${BIDS} - 1) n`,
  )
  await run('vacuum analyze', [])
}
