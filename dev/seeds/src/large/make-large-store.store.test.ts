import { connect, type Store } from '@opal/store/driver/connection'
import { queryRows as ask } from '@opal/store/testing/query-rows'
import { createTestDatabase } from '@opal/store/testing/test-database'
import { createTestStore } from '@opal/store/testing/test-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LargeStoreOptions, makeLargeStore } from './make-large-store.ts'

const END_MICROS = 1_790_000_000_000_000n

async function made(seed: string, overrides: Partial<LargeStoreOptions> = {}) {
  const stack = new AsyncDisposableStack()
  const { databaseUrl } = stack.use(await createTestDatabase())
  const options = { databaseUrl, scale: 'tiny', seed, endMicros: END_MICROS, mayOverwrite: false } as const
  const store = stack.use(connect({ connectionString: databaseUrl, applicationName: 'test' }))
  const make = (more: Partial<LargeStoreOptions> = {}) =>
    makeLargeStore({ ...options, say: () => undefined, ...overrides, ...more })
  return { store, make, rows: await make(), [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Made once: most tests only look at them. */
let market: Awaited<ReturnType<typeof made>>
let tail: Awaited<ReturnType<typeof made>>
beforeAll(async () => {
  market = await made('opal')
  tail = await made('opal', { scale: 'tail' })
})
afterAll(async () => {
  await market?.[Symbol.asyncDispose]()
  await tail?.[Symbol.asyncDispose]()
})

const activitiesIn = (store: Store) => ask(store, 'select * from market.activities order by version, event_index')

const INDEXES = `select indexdef from pg_indexes where schemaname in ('chain', 'market') order by 1`

describe('a synthetic store', () => {
  it('is equal for the same seed, different for another, and replaced only on request', async () => {
    await using again = await made('opal')
    expect(await activitiesIn(again.store)).toEqual(await activitiesIn(market.store))
    await expect(again.make({ seed: 'ruby' })).rejects.toMatchObject({ code: 'store-not-empty' })
    expect(await activitiesIn(again.store)).toEqual(await activitiesIn(market.store))
    await again.make({ mayOverwrite: true, seed: 'ruby' })
    expect(await activitiesIn(again.store)).not.toEqual(await activitiesIn(market.store))
  })

  it('has the rows of its scale, and a fifth of the tokens listed', async () => {
    expect(market.rows.get('activities')).toBeGreaterThanOrEqual(5_000)
    expect(market.rows.get('tokens')).toBe(900)
    const [listed] = await ask(market.store, `select count(*)::int as n from market.listings where state = 'open'`)
    expect(Number(listed?.n) / 900).toBeGreaterThan(0.12)
    expect(Number(listed?.n) / 900).toBeLessThan(0.35)
  })

  it('has names of wallets, of which half are under one domain, and bids that pools pay', async () => {
    const [found] = await ask(
      market.store,
      `select (select count(distinct h.holder)::int from market.token_holders h join chain.current_ans_primary_name_v2 p
          on p.registered_address = h.holder) as named,
        (select count(*)::int from chain.current_ans_lookup_v2) as names,
        (select count(*)::int from chain.current_ans_lookup_v2 where domain = 'app' and subdomain <> '') as under,
        (select count(*)::int from market.collection_offers where is_pooled and state = 'open') as pooled`,
    )
    expect(found).toMatchObject({ names: 151, under: 75 })
    expect(Number(found?.named)).toBeGreaterThan(15)
    expect(Number(found?.pooled)).toBeGreaterThan(0)
  })

  it('has a long tail where its scale asks for one: a large collection, a large holder, many bids, a busy token', async () => {
    const largest = async (of: string) =>
      Number((await ask(tail.store, `${of} group by 1 order by 2 desc limit 2`))[0]?.n)
    expect(await largest('select collection_id, count(*)::int as n from chain.current_token_datas_v2')).toBe(800)
    expect(await largest('select holder, count(*)::int as n from market.token_holders')).toBeGreaterThan(270)
    const bids = `select collection_id, count(*)::int as n from market.collection_offers where state = 'open'`
    expect(await largest(bids)).toBeGreaterThan(370)
    const activities = 'select token_data_id, count(*)::int as n from market.activities where token_data_id is not null'
    expect(await largest(activities)).toBeGreaterThan(480)
  })

  it.each(['tiny', 'tail'] as const)(
    'is consistent at scale %s: stats, hours, holders and lots match orders and sales',
    async (scale) => {
      const { store } = scale === 'tiny' ? market : tail
      const wrong = {
        listings: `select s.collection_id from market.collection_stats s left join (select collection_id, count(*) as n,
          min(price_octas) as floor from market.listings where state = 'open' group by 1) l using (collection_id)
        where s.listed_count <> coalesce(l.n, 0) or s.floor_octas is distinct from l.floor`,
        sales: `select s.collection_id from market.collection_stats s left join (select collection_id, count(*) as n,
          sum(price_octas) as volume from market.sales group by 1) l using (collection_id)
        where s.sales_all <> coalesce(l.n, 0) or s.volume_all_octas <> coalesce(l.volume, 0)`,
        best: `select s.collection_id from market.collection_stats s left join (select collection_id,
          max(price_octas - commission_octas - royalty_octas) as proceeds from market.sales where not is_wash group by 1) l using (collection_id)
        where s.best_proceeds_octas is distinct from l.proceeds`,
        hours: `select s.collection_id from market.collection_stats s join (select collection_id, sum(sales) as n,
          sum(volume_octas) as volume from market.collection_hours group by 1) h using (collection_id)
        where s.sales_all <> h.n or s.volume_all_octas <> h.volume`,
        owners: `select s.collection_id from market.collection_stats s join (select collection_id, count(distinct holder) as n,
          count(*) as held from market.token_holders group by 1) h using (collection_id)
        where s.owner_count <> h.n or s.supply <> h.held`,
        bids: `select s.collection_id from market.collection_stats s left join (select collection_id, max(price_octas) as best
          from market.collection_offers where state = 'open' and remaining_amount > 0
          and (expires_at_seconds is null or expires_at_seconds > ${END_MICROS / 1_000_000n}) group by 1) o using (collection_id)
        where s.top_bid_octas is distinct from o.best`,
        holders: `select token_data_id from market.token_holders h full join (select * from market.lots
          where released_version is null) l using (token_data_id) where h.holder is distinct from l.wallet`,
        held: `select wallet from market.collection_holders s full join (select holder as wallet, collection_id, count(*) as n
          from market.token_holders group by 1, 2) h using (wallet, collection_id)
        where (s.amount, s.editions) is distinct from (h.n, h.n)`,
        keys: `select token_data_id from market.token_holders h join chain.current_token_datas_v2 t using (token_data_id)
        where h.name_key <> market.name_key(t.token_name)`,
        mints: `select s.collection_id from market.collection_stats s left join (select collection_id, max(at_micros) as last,
          count(distinct to_address) as minters from market.activities where kind = 'mint' group by 1) m using (collection_id)
        where s.last_mint_micros is distinct from m.last or s.has_several_minters <> (coalesce(m.minters, 0) > 1)`,
        names: `select c.collection_id from chain.current_collections_v2 c join market.collection_stats s using (collection_id)
        full join market.collection_names n using (collection_id)
        where n.folded is distinct from lower(c.collection_name) or n.volume_octas <> s.volume_all_octas`,
        pools: `select buyer from market.collection_offers o left join market.bid_pools p on p.marketplace = o.marketplace and p.wallet = o.buyer
        where o.is_pooled and o.state = 'open' group by o.marketplace, buyer, p.balance_octas
        having p.balance_octas is distinct from sum(o.price_octas * o.remaining_amount)`,
        wallets: `select l.token_name from chain.current_ans_lookup_v2 l full join chain.current_ans_primary_name_v2 p using (token_name)
        where l.registered_address is distinct from p.registered_address`,
        sellers: `select l.listing_id from market.listings l join market.token_holders h using (token_data_id)
        where l.state = 'open' and l.seller <> h.holder`,
        traits: `select t.collection_id from chain.current_token_datas_v2 t join market.metadata m on m.uri = t.token_uri
        cross join jsonb_array_elements(m.attributes) a left join market.trait_versions k on k.collection_id = t.collection_id
        group by t.collection_id, a ->> 'trait_type', a ->> 'value', k.counts
        having count(*)::text is distinct from k.counts -> (a ->> 'trait_type') ->> (a ->> 'value')`,
        points: `select wallet from market.points_totals t full join (select wallet, sum(points_micros) as sum
          from market.points_ledger group by 1 having sum(points_micros) > 0) l using (wallet)
        where t.ended_micros is distinct from l.sum or t.rule is distinct from 'buying'`,
        washes: 'select version from market.sales where is_wash <> (seller = buyer)',
        times: `select version from market.activities where at_micros > ${END_MICROS}`,
      }
      for (const [what, query] of Object.entries(wrong))
        expect({ what, rows: await ask(store, query) }).toEqual({ what, rows: [] })
    },
  )

  it('has every index that an empty store has', async () => {
    await using bare = await createTestStore()
    expect(await ask(market.store, INDEXES)).toEqual(await ask(bare, INDEXES))
  })

  it.each([false, true])('does not replace an index, allowed to overwrite: %s', async (mayOverwrite) => {
    await using database = await createTestDatabase()
    await using store = connect({ connectionString: database.databaseUrl, applicationName: 'test' })
    await ask(store, `insert into chain.checkpoints (stream, chain_id, next_version) values ('main', 4, 1)`)
    const { databaseUrl } = database
    const options = { databaseUrl, scale: 'tiny', seed: 'opal', endMicros: END_MICROS, mayOverwrite } as const
    await expect(makeLargeStore({ ...options, say: () => undefined })).rejects.toMatchObject({
      code: 'store-not-empty',
    })
    expect(await ask(store, 'select next_version::int as n from chain.checkpoints')).toEqual([{ n: 1 }])
  })

  it('is completed by the next run after an interruption', async () => {
    await using database = await createTestDatabase()
    await using empty = await createTestDatabase()
    await using store = connect({ connectionString: database.databaseUrl, applicationName: 'test' })
    await using bare = connect({ connectionString: empty.databaseUrl, applicationName: 'test' })
    const { databaseUrl } = database
    const options = { databaseUrl, scale: 'tiny', seed: 'opal', endMicros: END_MICROS, mayOverwrite: false } as const
    const breakOff = (line: string) => {
      if (line.startsWith('index 9')) throw new Error('broken off')
    }
    await expect(makeLargeStore({ ...options, say: breakOff })).rejects.toThrow('broken off')
    await makeLargeStore({ ...options, say: () => undefined })
    expect(await ask(store, INDEXES)).toEqual(await ask(bare, INDEXES))
  })
})
