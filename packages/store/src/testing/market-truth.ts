import pg from 'pg'

/** Reads a market's current state: `<what> <id>` to octas, a count, an address, or `none`. */
export type MarketFacts = ReadonlyMap<string, string>

/** Reads the store on a connection of its own, while the programs write. */
export interface MarketTruth extends AsyncDisposable {
  read(): Promise<MarketFacts>
}

const STATS = `
  select collection_id as id, floor_octas::text as floor, listed_count::text as listed, owner_count::text as owners
  from market.collection_stats`

const TOKENS = `
  select h.token_data_id as id, h.holder as owner,
    (select min(l.price_octas)::text from market.listings l
     where l.token_data_id = h.token_data_id and l.state = 'open' and l.validity = 'valid') as price
  from market.token_holders h where h.amount = 1`

const WALLETS = `
  select wallet as id,
    coalesce(sum(amount) filter (where released_version is null and not is_in_transit), 0)::text as items,
    (select count(*)::text from market.listings l
     where l.seller = wallet and l.state = 'open' and l.validity = 'valid') as listed
  from market.lots group by wallet`

/** @param databaseUrl of a network that runs. */
export async function openMarketTruth(databaseUrl: string): Promise<MarketTruth> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const rows = async (text: string) => (await client.query<Record<string, string | null>>(text)).rows
  return {
    async read() {
      const facts = new Map<string, string>()
      for (const table of [STATS, TOKENS, WALLETS]) {
        const area = table === STATS ? 'collection' : table === TOKENS ? 'token' : 'wallet'
        for (const { id, ...values } of await rows(table))
          for (const [name, value] of Object.entries(values)) facts.set(`${area} ${name} ${id}`, value ?? 'none')
      }
      return facts
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** Returns the one value that a query answers, as text; null where it answers none. */
export async function queryValue(databaseUrl: string, text: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
    const value = rows[0]?.[0]
    return value === null || value === undefined ? null : String(value)
  } finally {
    await client.end()
  }
}
