import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import { pendingClaims } from '@opal/store/schema/tokens'
import { insertRows } from '@opal/store/testing/insert-rows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askTrade, called, codes, nameOf } from '../../testing/ask-trade.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'

const STRANGER = `0x${'5e'.repeat(32)}`
let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const ask = (path: string, payload: object) => askTrade(api, `collection/${path}`, payload)
const hexOf = (value: number) => value.toString(16).padStart(64, '0')

describe('a new price', () => {
  const update = (changes: object = {}, walletAddress: string = EXAMPLE.owner) =>
    ask('nfts/update-price', {
      walletAddress,
      items: [{ tokenDataId: EXAMPLE.listedTokenDataId, price: '250000000', ...changes }],
    })

  it('is a call of the listing’s marketplace that costs gas only', async () => {
    const answer = await update()
    expect(called(answer)?.functionArguments).toEqual([`0x${'1'.repeat(64)}`, '250000000'])
    expect(answer.split).toMatchObject({ priceOctas: '250000000', totalOctas: '1200', receivedOctas: '0' })
  })

  it('is at least 0.001 APT, and for the seller only', async () => {
    expect((await update({ price: '99999' })).items[0]?.reason?.sentence).toBe('Price cannot be below 0.001')
    expect(codes(await update({}, STRANGER))).toEqual(['not-owner'])
    expect(codes(await update({ tokenDataId: EXAMPLE.tokenDataId }))).toEqual(['listing-gone'])
  })
})

describe('giving and claiming', () => {
  // @feature rarity.tooltip
  it('says of each held token how many its collection has', async () => {
    const get = await api.server.inject({ method: 'GET', url: `/data/user/tokens/${EXAMPLE.buyer}` })
    const held = get.json().data as { collectionId: string; collectionSupply: number }[]
    expect(held.length, get.body).toBeGreaterThan(0)
    const payload = { collectionIds: [...new Set(held.map(({ collectionId }) => collectionId))] }
    const post = await api.server.inject({ method: 'POST', url: '/aggregator/collection/supply-and-holders', payload })
    const supplies = post.json().data as { collectionId: string; supply: number }[]
    for (const { collectionId, collectionSupply } of held)
      expect(collectionSupply).toBe(supplies.find((one) => one.collectionId === collectionId)?.supply)
  })

  it('moves a token of one’s own that is not for sale', async () => {
    const give = (tokenDataId: string, toAddress: string, walletAddress: string = EXAMPLE.owner) =>
      ask('nfts/transfer', { walletAddress, tokenDataId, toAddress })
    const answer = await give(EXAMPLE.tokenDataId, STRANGER)
    expect(nameOf(answer)).toBe('object::transfer')
    expect(called(answer)?.functionArguments).toEqual([EXAMPLE.tokenDataId, STRANGER])
    expect(answer.split).toMatchObject({ priceOctas: '0', totalOctas: '1200' })
    expect(codes(await give(EXAMPLE.tokenDataId, EXAMPLE.owner))).toEqual(['to-yourself'])
    expect(codes(await give(EXAMPLE.listedTokenDataId, STRANGER))).toEqual(['token-listed'])
    expect(codes(await give(EXAMPLE.tokenDataId, STRANGER, STRANGER))).toEqual(['not-owner'])
    expect((await give(EXAMPLE.tokenDataId, STRANGER, STRANGER)).payload).toBeNull()
  })

  // @feature list.transfer
  it('moves nothing to an address that no wallet signs for', async () => {
    const { marketplaces } = api.context
    const contracts = marketplaces.map(({ contracts: { packageAddress } }) => packageAddress)
    const special = Array.from({ length: 16 }, (_, value) => `0x${hexOf(value)}`)
    const objects = [EXAMPLE.collectionId, EXAMPLE.listedTokenDataId, EXAMPLE.tokenDataId]
    const tokenDataId = EXAMPLE.tokenDataId
    for (const toAddress of [...special, ...objects, ...contracts]) {
      const one = await ask('nfts/transfer', { walletAddress: EXAMPLE.owner, tokenDataId, toAddress })
      const items = [{ tokenDataId }]
      const many = await ask('nfts/transfer-many', { walletAddress: EXAMPLE.owner, toAddress, items })
      expect([toAddress, codes(one), codes(many)]).toEqual([toAddress, ['to-no-wallet'], ['to-no-wallet']])
      expect([one.payload, many.payload]).toEqual([null, null])
    }
    // The first address that a wallet can have.
    const first = await ask('nfts/transfer', { walletAddress: EXAMPLE.owner, tokenDataId, toAddress: `0x${hexOf(16)}` })
    expect(codes(first)).toEqual([null])
  })

  // @feature list.take-back
  it('claims what is offered to the wallet, and nothing else, which its sender alone takes back', async () => {
    await insertRows(api.store, pendingClaims, [
      {
        token_data_id_hash: 'da',
        property_version: 2n,
        from_address: EXAMPLE.owner,
        to_address: STRANGER,
        collection_data_id_hash: 'c1',
        creator_address: EXAMPLE.buyer,
        collection_name: 'Tide Pools',
        name: 'Tide Pool #1',
        amount: 1n,
        table_handle: '0x1',
        token_data_id: `0x${'da'.repeat(32)}`,
        collection_id: `0x${'c1'.repeat(32)}`,
        last_transaction_version: 95n,
        last_transaction_timestamp: '2026-09-21 00:00:00',
      },
    ])
    const { data } = (await api.server.inject({ method: 'GET', url: `/data/user/offers/${STRANGER}` })).json()
    expect(data).toMatchObject([
      { name: 'Tide Pool #1', from_address: EXAMPLE.owner, property_version: '2', amount: '1' },
    ])
    const claim = (walletAddress: string, changes: object = {}) =>
      ask('nfts/claim', { walletAddress, tokenDataId: data[0].token_data_id, ...changes })
    expect((await claim(STRANGER)).payload).toMatchObject({
      function: '0x3::token_transfers::claim_script',
      functionArguments: [EXAMPLE.owner, EXAMPLE.buyer, 'Tide Pools', 'Tide Pool #1', '2'],
    })
    expect(codes(await claim(EXAMPLE.owner))).toEqual(['nothing-to-claim'])
    expect(codes(await claim(STRANGER, { propertyVersion: '3' }))).toEqual(['nothing-to-claim'])
    const sent = async (wallet: string) =>
      (await api.server.inject({ method: 'GET', url: `/data/user/offers/${wallet}/sent` })).json().data
    expect(await sent(EXAMPLE.owner)).toEqual([{ ...data[0], to_address: STRANGER }])
    expect(await sent(STRANGER)).toEqual([])
    const takeBack = (walletAddress: string, changes: object = {}) => {
      const named = { tokenDataId: data[0].token_data_id, toAddress: STRANGER, propertyVersion: '2' }
      return ask('nfts/transfer/cancel', { walletAddress, ...named, ...changes })
    }
    expect((await takeBack(EXAMPLE.owner)).payload).toMatchObject({
      function: '0x3::token_transfers::cancel_offer_script',
      functionArguments: [STRANGER, EXAMPLE.buyer, 'Tide Pools', 'Tide Pool #1', '2'],
    })
    for (const [wallet, changes] of [
      [STRANGER, {}],
      [EXAMPLE.owner, { propertyVersion: '3' }],
      [EXAMPLE.owner, { toAddress: EXAMPLE.buyer }],
    ] as const)
      expect(codes(await takeBack(wallet, changes))).toEqual(['nothing-to-claim'])
  })

  it('claims from whom and in which edition was asked, however many others have offered the same token since', async () => {
    const wallet = `0x${'0e'.repeat(32)}`
    const tokenDataId = `0x${hexOf(1)}`
    const offers = Array.from({ length: 130 }, (_, at) => ({
      token_data_id_hash: hexOf(1),
      property_version: BigInt(at % 3),
      from_address: `0x${hexOf(0xe00 + at)}`,
      to_address: wallet,
      collection_data_id_hash: 'c1',
      creator_address: EXAMPLE.buyer,
      collection_name: 'Tide Pools',
      name: 'Tide Pool #1',
      amount: 1n,
      table_handle: '0x1',
      token_data_id: tokenDataId,
      collection_id: `0x${'c1'.repeat(32)}`,
      last_transaction_version: BigInt(at),
      last_transaction_timestamp: '2026-09-21 00:00:00',
    }))
    await insertRows(api.store, pendingClaims, offers)
    const claimed = async (changes: object) => {
      const answer = await ask('nfts/claim', { walletAddress: wallet, tokenDataId, ...changes })
      const [from, , , , edition] = called(answer)?.functionArguments ?? []
      return [from, edition]
    }
    for (const { from_address: fromAddress, property_version } of [0, 1, 64, 129].flatMap((at) => offers[at] ?? [])) {
      const propertyVersion = String(property_version)
      expect(await claimed({ fromAddress })).toEqual([fromAddress, propertyVersion])
      expect(await claimed({ fromAddress, propertyVersion })).toEqual([fromAddress, propertyVersion])
    }
    expect(await claimed({})).toEqual([offers.at(-1)?.from_address, '0'])
    expect(await claimed({ propertyVersion: '2' })).toEqual([offers[128]?.from_address, '2'])
    expect(await claimed({ fromAddress: STRANGER })).toEqual([undefined, undefined])
  })

  // @feature portfolio.offers
  it('lists every offer once, newest first, however the pages are cut and whatever is claimed between them', async () => {
    const wallet = `0x${'0f'.repeat(32)}`
    const offers = Array.from({ length: 230 }, (_, at) => ({
      token_data_id_hash: hexOf(at % 90),
      property_version: BigInt(at % 3),
      from_address: `0x${hexOf(at)}`,
      to_address: wallet,
      collection_data_id_hash: 'c1',
      creator_address: EXAMPLE.buyer,
      collection_name: 'Tide Pools',
      name: `Tide Pool #${at}`,
      amount: 1n,
      table_handle: '0x1',
      token_data_id: `0x${hexOf(at % 90)}`,
      collection_id: `0x${'c1'.repeat(32)}`,
      // Many at one version, so that the order within it counts.
      last_transaction_version: BigInt(Math.floor(at / 40)),
      last_transaction_timestamp: '2026-09-21 00:00:00',
    }))
    await insertRows(api.store, pendingClaims, offers)
    const read = async (query: string) => {
      const answer = await api.server.inject({ method: 'GET', url: `/data/user/offers/${wallet}?${query}` })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json() as { data: { name: string; from_address: string }[]; nextCursor: string | null }
    }
    const first = await read('')
    expect(first.data).toHaveLength(100)
    for (const take of [100, 37, 1]) {
      const names: string[] = []
      let page = await read(`take=${take}`)
      for (; page.nextCursor !== null; page = await read(`take=${take}&cursor=${page.nextCursor}`))
        names.push(...page.data.map(({ name }) => name))
      names.push(...page.data.map(({ name }) => name))
      expect(names.toSorted()).toEqual(offers.map(({ name }) => name).toSorted())
      expect(names.slice(0, 100)).toEqual(first.data.map(({ name }) => name))
    }
    expect((await read('page=3&take=100')).data).toHaveLength(30)
    await api.store.pool.query('update chain.current_token_pending_claims set amount = 0 where from_address = $1', [
      first.data[0]?.from_address,
    ])
    const rest = await read(`cursor=${first.nextCursor}`)
    expect(rest.data.map(({ name }) => name)).not.toContain(first.data.at(-1)?.name)
    expect(rest.data).toHaveLength(100)
  })
})
