import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'
import { byToken, planExit } from './testing/plan-exit.ts'

const native = nativeMarketplace.id

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const plan = () => planExit(api)

describe('an item’s listing', () => {
  const others = `0x${'6'.repeat(64)}`
  /** Has another wallet list the third token of the collection. */
  async function listOthers(priceOctas: bigint): Promise<void> {
    await api.store.pool.query('delete from market.listings where listing_id = $1', [others])
    await api.store.pool.query(
      `insert into market.listings select (o).* from (select jsonb_populate_record(l, jsonb_build_object('listing_id', $1::text,
         'seller', $2::text, 'token_data_id', $3::text, 'price_octas', $4::numeric)) as o from market.listings l
         where l.token_data_id = $5) made`,
      [others, EXAMPLE.buyer, `0x${'70'.repeat(31)}03`, String(priceOctas), EXAMPLE.listedTokenDataId],
    )
  }
  beforeEach(() => listOthers(300_000_000n))

  // @feature exit.list-price
  it('is a tick below the floor of others, or stays where it is the floor', async () => {
    const items = byToken(await plan())
    // 2.995 APT less 1.5 % and 5 %.
    expect(items.get(EXAMPLE.tokenDataId)).toMatchObject({
      floorPrice: '300000000',
      listing: { price: '299500000', netOctas: '280032500', marketplace: native },
    })
    // Its own 2 APT are below.
    expect(items.get(EXAMPLE.listedTokenDataId)?.listing).toMatchObject({ price: '200000000', netOctas: '187000000' })
  })

  // @feature exit.list-price
  it.each([
    [2, 0, '4825000000', null, '299500000'],
    [3, 0, '4825000000', '4825000000', '4820000000'],
    // The own listing, which has the trait as well, is none of the others.
    [2, 1, '4825000000', null, '299500000'],
    [3, 1, '4825000000', '4825000000', '4820000000'],
    // Twenty times the floor: whoever alone has such items asks any price for all of them.
    [3, 0, '6000000000', null, '299500000'],
    [4, 0, '5999999999', '5999999999', '5994999999'],
  ])(
    'counts the floor of a trait that %i others are listed with, and %i of its own, for %s octas: %s',
    async (count, own, asked, traitFloorPrice, price) => {
      await using small = await createTestApi()
      const run = (statement: string, values: readonly unknown[]) => small.store.pool.query(statement, [...values])
      const ids = Array.from({ length: count }, (_, at) => `0x${'71'.repeat(31)}0${at}`)
      const { collectionId, tokenDataId, listedTokenDataId, buyer } = EXAMPLE
      const crowned = [tokenDataId, ...ids, ...(own === 0 ? [] : [listedTokenDataId])]
      await run(
        `insert into chain.current_token_datas_v2 (token_data_id, collection_id, token_name, token_properties, description, token_uri,
           token_standard, is_deleted_v2, last_transaction_version, last_transaction_timestamp)
         select id, $2, id, '{}', '', '', 'v2', false, 1, now() from unnest($1::text[]) id`,
        [ids, collectionId],
      )
      // Traits are those of the chain where the metadata names none.
      await run(
        `update market.metadata m set attributes = null from chain.current_token_datas_v2 t
         where t.token_uri = m.uri and t.collection_id = $1`,
        [collectionId],
      )
      await run(
        `update chain.current_token_datas_v2 set token_properties = case when token_data_id = any ($1::text[]) then '{"Hat":"Crown"}' else '{}' end::jsonb
         where collection_id = $2`,
        [crowned, collectionId],
      )
      await run('delete from market.listings where token_data_id <> $1 and collection_id = $2', [
        listedTokenDataId,
        collectionId,
      ])
      for (const [at, id] of [`0x${'70'.repeat(31)}03`, ...ids].entries())
        await run(
          `insert into market.listings select (o).* from (select jsonb_populate_record(l, jsonb_build_object('listing_id', $1::text,
             'seller', $2::text, 'token_data_id', $1::text, 'price_octas', $3::numeric)) as o from market.listings l
             where l.token_data_id = $4) made`,
          [id, buyer, at === 0 ? '300000000' : asked, listedTokenDataId],
        )
      await run('update market.listings set price_octas = 60000000000 where token_data_id = $1', [listedTokenDataId])
      await run('delete from market.rarity_queue where collection_id = $1', [collectionId])
      await run(
        `insert into market.trait_versions (collection_id, rankings, counts) values ($1, 1, '{}')
         on conflict (collection_id) do update set counts = '{}'`,
        [collectionId],
      )
      const answer = await small.server.inject({
        method: 'POST',
        url: '/data/user/exit',
        payload: { wallets: [EXAMPLE.owner] },
      })
      expect(byToken(answer.json()).get(tokenDataId)).toMatchObject({
        floorPrice: '300000000',
        traitFloorPrice,
        listing: { price },
      })
    },
  )

  // @feature exit.list-price, trade.usual-floor
  it('is proposed by no listing that is younger than ten minutes, and by no floor that sales do not support', async () => {
    await using small = await createTestApi()
    const { tokenDataId, collectionId, buyer } = EXAMPLE
    const floor = async () => {
      const answer = await small.server.inject({
        method: 'POST',
        url: '/data/user/exit',
        payload: { wallets: [EXAMPLE.owner] },
      })
      const { floorPrice, listing } = byToken(answer.json()).get(tokenDataId) ?? {}
      return [floorPrice, listing?.price ?? null]
    }
    const run = (statement: string, values: readonly unknown[]) => small.store.pool.query(statement, [...values])
    await run('update market.listings set seller = $1', [buyer])
    expect(await floor()).toEqual(['200000000', '199500000'])
    await run('update market.listings set last_at_micros = $1', [TEST_NOW_MICROS - 1n])
    expect(await floor()).toEqual([null, null])
    await run('update market.listings set last_at_micros = 1, price_octas = 10::numeric ^ 14', [])
    // The last sale was at 1 APT: neither that price nor a part of it is one.
    expect(await floor()).toEqual([null, null])
    const sold = 'update market.collection_stats set last_sale_octas = $2 where collection_id = $1'
    await run(sold, [collectionId, 2n * 10n ** 13n - 1n])
    expect(await floor()).toEqual([null, null])
    await run(sold, [collectionId, 2n * 10n ** 13n])
    expect((await floor())[0]).toBe(String(10n ** 14n))
    await run(sold, [collectionId, null])
    expect(await floor()).toEqual([null, null])
  })

  // @feature exit.choice
  it('is proposed where the bid brings less than nine tenths of it', async () => {
    expect(byToken(await plan()).get(EXAMPLE.tokenDataId)?.choice).toBe('list')
    // 2 APT bring 187,000,000, of which the bid brings nine tenths.
    await listOthers(200_000_000n)
    expect(byToken(await plan()).get(EXAMPLE.tokenDataId)?.choice).toBe('sell')
  })

  // @feature exit.choice
  it('is none where the creator has frozen the item, nor is there a sale', async () => {
    const frozen = 'update chain.current_token_ownerships_v2 set is_soulbound_v2 = $1 where token_data_id = $2'
    await api.store.pool.query(frozen, [true, EXAMPLE.tokenDataId])
    try {
      const { sale, listing, choice, holdReason } = byToken(await plan()).get(EXAMPLE.tokenDataId) ?? {}
      expect([sale, listing, choice, holdReason]).toEqual([null, null, 'hold', 'frozen'])
    } finally {
      await api.store.pool.query(frozen, [false, EXAMPLE.tokenDataId])
    }
  })
})
