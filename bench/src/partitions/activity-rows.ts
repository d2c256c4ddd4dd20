/** How many tokens, collections and wallets some activities are of. */
export interface ActivityScale {
  readonly rows: number
  readonly tokens: number
  readonly collections: number
  readonly wallets: number
}

/** Returns the scale of a number of activities: five for each token, as in the large market of `npm run seed`. */
export function activityScale(rows: number): ActivityScale {
  const part = (size: number) => Math.max(1, Math.floor(rows / size))
  return { rows, tokens: part(5), collections: part(50), wallets: part(80) }
}

/** Versions between two activities: most transactions have none. */
const STEP = 40
/** First letter of an id after its 0x, so that no two kinds of things have the same. */
const MARKS = { collection: 'c', token: 'd', wallet: 'a', order: 'e' } as const
/** Odd, so that it maps numbers to numbers one to one: neighbours in number are far apart in an index, as hashes are. */
const SCATTER = 11_400_714_819n
const ID_BITS = 40n

/**
 * Returns the id of something by its number; the lower, the more often it is traded. Ids have 13 characters, where those of a chain have 66:
 * an index of fifty million such rows has as many pages as one of twenty-two million real ones.
 */
export function idOf(kind: keyof typeof MARKS, number: number): string {
  const scattered = BigInt.asUintN(Number(ID_BITS), BigInt(number) * SCATTER)
  return `0x${MARKS[kind]}${scattered.toString(16).padStart(Number(ID_BITS / 4n), '0')}`
}

function idSql(kind: keyof typeof MARKS, number: string): string {
  const scattered = `((${number})::bigint * ${SCATTER} & ${2n ** ID_BITS - 1n})`
  return `'0x${MARKS[kind]}' || lpad(to_hex(${scattered}), ${ID_BITS / 4n}, '0')`
}

/** Returns the version of an activity by its number, from 0 on. */
export function versionOf(number: number): bigint {
  return BigInt(number) * BigInt(STEP)
}

/**
 * Returns a query of activities in the order of the chain. Some tokens and wallets have thousands, most have a few, spread over the whole
 * time: the worst case for partitions. `setseed` makes it return the same rows again.
 */
export function activityRowsSql(scale: ActivityScale, first: number, count: number): string {
  const popular = (size: number) => `floor(${size} * power(random(), 2))::bigint`
  return `
    select n::bigint * ${STEP}, 0, kind, case when kind in ('mint', 'transfer') then null else (array['one', 'two', 'three'])[1 + n % 3] end,
      ${idSql('collection', `floor(${scale.collections} * power(token::float8 / ${scale.tokens}, 2))`)},
      case when kind <> 'collection-bid' then ${idSql('token', 'token')} end, ${idSql('wallet', 'giver')},
      case when kind in ('sale', 'mint', 'transfer') then ${idSql('wallet', 'taker')} end,
      case when kind not in ('mint', 'transfer') then 100000000 + token * 1000 end, null,
      case when kind not in ('mint', 'transfer') then ${idSql('order', 'n')} end, 1700000000000000 + n::bigint * 1000000, ${idSql('order', 'n + 1')}
    from (
      select n, ${popular(scale.tokens)} as token, ${popular(scale.wallets)} as giver, ${popular(scale.wallets)} as taker,
        (array['list', 'list', 'list', 'list', 'reprice', 'delist', 'sale', 'sale', 'mint', 'transfer', 'collection-bid'])[1 + floor(11 * random())::int] as kind
      from generate_series(${first}, ${first + count - 1}) n offset 0
    ) drawn`
}
