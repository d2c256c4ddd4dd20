import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { writeFlag } from '@opal/store/accounts/collection-flags'
import { nameLookups, primaryNames } from '@opal/store/schema/names'
import { pointsLedger } from '@opal/store/schema/points'
import { insertRows } from '@opal/store/testing/insert-rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, TEST_NOW_MICROS, type TestApi } from '../../testing/test-api.ts'

/** Wallets that the owner of their names has taken these from. */
const [TAKEN_FROM, CLEARED] = [`0x${'7a'.repeat(32)}`, `0x${'7b'.repeat(32)}`]

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const lookup = (domain: string, address: string | null, expiry: string, subdomain = '') => ({
    domain,
    subdomain,
    token_standard: 'v2',
    token_name: subdomain === '' ? domain : `${subdomain}.${domain}`,
    registered_address: address,
    expiration_timestamp: expiry,
    is_deleted: false,
    subdomain_expiration_policy: null,
    token_data_id: null,
    last_transaction_version: 90n,
  })
  const primary = (address: string, domain: string, subdomain = '') => ({
    registered_address: address,
    token_standard: 'v2',
    domain,
    subdomain,
    token_name: domain,
    is_deleted: false,
    last_transaction_version: 90n,
  })
  await insertRows(api.store, nameLookups, [
    lookup('alice', EXAMPLE.owner, '2100-01-01 00:00:00'),
    lookup('alice', EXAMPLE.buyer, '2100-01-01 00:00:00', 'shop'),
    lookup('gone', EXAMPLE.signer, '2020-01-01 00:00:00'),
    lookup('alice', EXAMPLE.owner, '2100-01-01 00:00:00', 'taken'),
    lookup('cleared', null, '2100-01-01 00:00:00'),
  ])
  await insertRows(api.store, primaryNames, [
    primary(EXAMPLE.owner, 'alice'),
    primary(EXAMPLE.buyer, 'alice', 'shop'),
    primary(EXAMPLE.signer, 'gone'),
    primary(TAKEN_FROM, 'alice', 'taken'),
    primary(CLEARED, 'cleared'),
  ])
})
afterAll(() => api[Symbol.asyncDispose]())

const get = async (url: string) => (await api.server.inject({ method: 'GET', url })).json()

describe('names', () => {
  it('are shown next to addresses wherever wallets are shown', async () => {
    const token = await get(`/api/collection/nfts/${EXAMPLE.listedTokenDataId}`)
    expect(token.owner).toEqual({ walletAddress: EXAMPLE.owner, aptosName: 'alice.apt', isWalletAddress: true })
    const owners = await get('/api/collection/owners/Monkeys')
    const ownerNames = owners.data.map((row: { owner: { aptosName: string } }) => row.owner.aptosName)
    expect(ownerNames).toEqual(['alice.apt', 'shop.alice.apt'])
    const { data } = await get(`/api/activity/my-activities?walletAddress=${EXAMPLE.owner}`)
    const names = data.flatMap((row: { seller: { aptosName: string } | null }) => row.seller?.aptosName ?? [])
    expect(names).toContain('alice.apt')
  })

  it('are shown next to the bidders of a wallet’s bids', async () => {
    const { data } = await get(`/data/user/biddings/${EXAMPLE.buyer}?type=made`)
    const names = data.map((row: { buyerName: string | null }) => row.buyerName)
    expect(new Set(names)).toEqual(new Set(['shop.alice.apt']))
  })

  it('are in the log of flags, and on the leaderboard', async () => {
    const asked = { collectionId: EXAMPLE.collectionId, reason: 'copy', remarks: '', nowMicros: TEST_NOW_MICROS }
    await writeFlag(api.store, { ...asked, wallet: EXAMPLE.owner }, 1)
    const flags = await get(`/aggregator/collection/${EXAMPLE.collectionId}/flags`)
    expect(flags.data).toMatchObject([{ walletAddress: EXAMPLE.owner, aptosName: 'alice.apt' }])
    await insertRows(api.store, pointsLedger, [
      {
        wallet: EXAMPLE.buyer,
        rule: 'buying',
        collection_id: EXAMPLE.collectionId,
        marketplace: 'opal',
        order_id: '0x1',
        version: 80n,
        event_index: 1,
        first_hour_micros: 0n,
        last_hour_micros: 0n,
        price_octas: 1n,
        floor_octas: null,
        size: 1n,
        points_micros: 1_000_000n,
      },
    ])
    const leaders = [{ wallet_address: EXAMPLE.buyer, aptosName: 'shop.alice.apt' }]
    expect((await get('/api/leadersboard')).data).toMatchObject(leaders)
    expect((await get('/data/utility/all-rewards')).data).toMatchObject(leaders)
  })

  it('are read for many wallets at once, without expired ones', async () => {
    const wallet_address = [EXAMPLE.signer, EXAMPLE.owner, '0xff']
    const answer = await api.server.inject({ method: 'POST', url: '/data/user/names', payload: { wallet_address } })
    expect(answer.json().data.map((row: { name: string | null }) => row.name)).toEqual([null, 'alice.apt', null])
  })

  it('are no wallet’s to which they do not lead any more, though it still goes by them on chain', async () => {
    const wallet_address = [TAKEN_FROM, CLEARED, EXAMPLE.owner]
    const answer = await api.server.inject({ method: 'POST', url: '/data/user/names', payload: { wallet_address } })
    expect(answer.json().data.map((row: { name: string | null }) => row.name)).toEqual([null, null, 'alice.apt'])
  })

  it('lead to their wallet, with and without the ending', async () => {
    const named = async (name: string) => (await get(`/data/user/named/${name}`)).walletAddress
    expect(await Promise.all(['alice.apt', 'ALICE', 'shop.alice.apt', 'gone.apt', 'nobody.apt'].map(named))).toEqual([
      EXAMPLE.owner,
      EXAMPLE.owner,
      EXAMPLE.buyer,
      null,
      null,
    ])
    expect((await api.server.inject({ method: 'GET', url: '/data/user/named/a.b.c.apt' })).statusCode).toBe(400)
  })

  // @feature search.name-part
  it('are found by any beginning of three letters and more, those that ran out left out', async () => {
    const found = async (text: string) => (await get(`/data/user/search/${text}`)).data
    const alice = [{ walletAddress: EXAMPLE.owner, aptosName: 'alice.apt' }]
    for (const text of ['ali', 'alic', 'ALICE', 'alice.', 'alice.a', 'alice.apt'])
      expect(await found(text), text).toEqual(alice)
    for (const text of ['lic', 'gon', 'gone', 'alicf', 'alice2', 'sho']) expect(await found(text), text).toEqual([])
    for (const text of ['al', 'al%25', 'a_i', "ali'", 'ali.ce', 'ali.pt', 'ali.at']) {
      expect((await api.server.inject({ method: 'GET', url: `/data/user/search/${text}` })).statusCode, text).toBe(400)
    }
  })

  // @feature search.name-part
  it('are found in the order of their letters, the first five', async () => {
    await using crowded = await createTestApi()
    const domains = ['zoe-1', 'zoe', 'zoe0', 'zoea', 'zoeb', 'zoe-', 'zof'].map((domain, at) => ({
      domain,
      subdomain: '',
      token_standard: 'v2',
      token_name: domain,
      registered_address: `0x${String(at + 1).repeat(64)}`,
      expiration_timestamp: '2100-01-01 00:00:00',
      is_deleted: false,
      subdomain_expiration_policy: null,
      token_data_id: null,
      last_transaction_version: 90n,
    }))
    await insertRows(crowded.store, nameLookups, domains)
    const found = async (text: string) => {
      const answer = await crowded.server.inject({ method: 'GET', url: `/data/user/search/${text}` })
      return answer.json().data.map(({ aptosName }: { aptosName: string }) => aptosName)
    }
    expect(await found('zoe')).toEqual(['zoe.apt', 'zoe-.apt', 'zoe-1.apt', 'zoe0.apt', 'zoea.apt'])
    // With the dot the name is whole.
    for (const text of ['zoe.', 'zoe.a', 'zoe.ap', 'zoe.apt']) expect(await found(text), text).toEqual(['zoe.apt'])
    expect(await found('zoec.')).toEqual([])
  })
})

describe('the tokens of a wallet', () => {
  const tokens = (query: string) => get(`/data/user/tokens/${EXAMPLE.owner}?${query}`)
  const namesOf = (page: { data: { name: string }[] }) => page.data.map((token) => token.name)

  it('are ordered as asked, those without the value last, and continue by cursor', async () => {
    expect(namesOf(await tokens('sortBy=name&order=desc'))).toEqual(['Monkey #11', 'Monkey #9', 'Monkey #8'])
    // A listing on a closed marketplace has a price for its seller, too.
    for (const [order, names] of [
      ['asc', ['Monkey #11', 'Monkey #9', 'Monkey #8']],
      ['desc', ['Monkey #9', 'Monkey #11', 'Monkey #8']],
    ] as const) {
      expect(namesOf(await tokens(`sortBy=listed_price&order=${order}`)), order).toEqual(names)
    }
    const first = await tokens('sortBy=name&order=asc&take=2')
    const second = await tokens(`sortBy=name&order=asc&take=2&cursor=${first.nextCursor}`)
    expect([...namesOf(first), ...namesOf(second)]).toEqual(['Monkey #8', 'Monkey #9', 'Monkey #11'])
    const other = await api.server.inject({
      method: 'GET',
      url: `/data/user/tokens/${EXAMPLE.owner}?sortBy=rarity&cursor=${first.nextCursor}`,
    })
    expect(other.json().error.code).toBe('invalid-cursor')
  })

  it('come with their own listings, also on a marketplace that no longer sells', async () => {
    const closed = api.context.marketplaces.find(({ contracts }) => contracts.status !== 'active')?.adapter.id ?? ''
    await api.store.pool.query(`update market.listings set marketplace = $1 where validity = 'marketplace-closed'`, [
      closed,
    ])
    const page = await tokens(`type=listed&marketplace=${closed}`)
    expect(page).toMatchObject({
      total: 1,
      data: [{ name: 'Monkey #11', ownListings: [{ validity: 'marketplace-closed' }] }],
    })
  })

  // @feature portfolio.filter
  it('are listed alike for the filter, the counts by marketplace, the collection and the summary', async () => {
    const { owner, collectionId } = EXAMPLE
    const [listed, unlisted, all] = await Promise.all(
      ['listed', 'non_listed', 'all'].map((type) => tokens(`type=${type}`)),
    )
    expect([namesOf(listed).toSorted(), namesOf(unlisted)]).toEqual([['Monkey #11', 'Monkey #9'], ['Monkey #8']])
    expect(listed.total + unlisted.total).toBe(all.total)
    const counts: { data: { listedCount: number }[] } = await get(`/data/user/tokens/listed/${owner}/count`)
    expect(counts.data.reduce((sum, { listedCount }) => sum + listedCount, 0)).toBe(listed.total)
    const { data } = await get(`/data/user/collections/${owner}`)
    expect(data.find((one: { collectionId: string }) => one.collectionId === collectionId).listed).toBe(
      String(listed.total),
    )
    expect((await get(`/data/user/pnl/${owner}`)).listedCount).toBe(listed.total)
  })

  it('are the same with the wallet in the query', async () => {
    const mine = await get(
      `/api/collection/myCollections/nfts?walletAddress=${EXAMPLE.owner}&nftType=LISTED&sortBy=name`,
    )
    expect(mine.data).toEqual((await tokens('type=listed&sortBy=name')).data)
  })
})
