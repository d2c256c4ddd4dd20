import { parseAddress } from '@opal/domain/address'
import { jsonAt } from '@opal/domain/json'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Localnet } from '../start.ts'
import { createRestClient, type RestClient } from '../testing/rest-client.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'

const BLOCK_EVENTS = '/accounts/0x1/events/0x1::block::BlockResource'
interface ListedEvent {
  readonly sequence_number: string
  readonly guid: { readonly creation_number: string }
}

let localnet: Localnet
let node: RestClient
beforeAll(async () => {
  localnet = await startTestLocalnet()
  node = createRestClient(localnet)
  for (let block = 0; block < 2; block += 1) {
    localnet.fund(parseAddress('0xabc'), 1n)
    localnet.ledger.commitBlock()
  }
})
afterAll(() => localnet[Symbol.asyncDispose]())

describe('the chain', () => {
  it('offers a cursor only while more remains', async () => {
    const all = await node.get('/accounts/0x1/resources')
    expect(all.headers.get('x-aptos-cursor')).toBeNull()
    const exact = await node.get(`/accounts/0x1/resources?limit=${all.body.length}`)
    expect(exact.headers.get('x-aptos-cursor')).toBeNull()
    const first = await node.get('/accounts/0x1/modules?limit=2')
    const cursor = first.headers.get('x-aptos-cursor')
    expect(cursor).toMatch(/^0x/)
    const second = await node.get(`/accounts/0x1/modules?limit=2&start=${cursor}`)
    expect(second.body).not.toEqual(first.body)
  })

  it('shows the genesis transaction and the block it makes', async () => {
    const { body } = await node.get('/transactions/by_version/0')
    expect(body).toMatchObject({ version: '0', type: 'genesis_transaction', payload: { type: 'write_set_payload' } })
    expect((await node.get('/blocks/by_height/0')).body).toMatchObject({ block_height: '0', first_version: '0' })
  })

  it('has genesis alone in block 0, at time 0, and metadata first in every other block', async () => {
    const genesis = { block_height: '0', block_timestamp: '0', first_version: '0', last_version: '0' }
    expect((await node.get('/blocks/by_version/0')).body).toMatchObject(genesis)
    const first = { block_height: '1', first_version: '1', last_version: '2' }
    expect((await node.get('/blocks/by_version/1')).body).toMatchObject(first)
    expect((await node.get('/transactions/by_version/1')).body).toMatchObject({ type: 'block_metadata_transaction' })
  })

  it('shows the events of a handle by its number and by the field that holds it', async () => {
    const byField = await node.get<ListedEvent[]>(`${BLOCK_EVENTS}/new_block_events?start=1&limit=2`)
    expect(byField.body.map((event) => event.sequence_number)).toEqual(['1', '2'])
    expect(byField.body[0]).toMatchObject({
      version: expect.stringMatching(/^\d+$/),
      guid: { account_address: '0x1' },
      type: '0x1::block::NewBlockEvent',
    })
    const number = byField.body[0]?.guid.creation_number
    const newest = await node.get(`/accounts/0x1/events/${number}?limit=1`)
    expect(newest.body).toEqual([byField.body[1]])
    const second = await node.get(`/accounts/0x1/events/${number}?start=2&limit=1`)
    expect(second.body).toEqual([byField.body[1]])
    const noHandle = await node.get(`${BLOCK_EVENTS}/height`)
    expect(noHandle).toMatchObject({ status: 400, body: { error_code: 'invalid_input' } })
    const noField = await node.get(`${BLOCK_EVENTS}/depth`)
    expect(noField).toMatchObject({ status: 404, body: { error_code: 'struct_field_not_found' } })
  })

  it('pages through the events of a handle from anywhere, ascending, each once', async () => {
    for (let block = 0; block < 9; block += 1) {
      localnet.fund(parseAddress('0xabc'), 1n)
      localnet.ledger.commitBlock()
    }
    const path = `${BLOCK_EVENTS}/new_block_events`
    const whole = (await node.get<ListedEvent[]>(`${path}?start=0&limit=100`)).body
    expect(whole.map((event) => Number(event.sequence_number))).toEqual(whole.map((_, index) => index))
    const pages = fc.tuple(fc.integer({ min: 0, max: whole.length + 2 }), fc.integer({ min: 1, max: 5 }))
    await fc.assert(
      fc.asyncProperty(pages, async ([start, limit]) => {
        const { body } = await node.get<ListedEvent[]>(`${path}?start=${start}&limit=${limit}`)
        expect(body).toEqual(whole.slice(start, start + limit))
        const newest = await node.get<ListedEvent[]>(`/accounts/0x1/events/3?limit=${limit}`)
        expect(newest.body).toEqual(whole.slice(-limit))
      }),
      { numRuns: runs(25) },
    )
  })

  it('returns a table’s item, and 404 for a missing one', async () => {
    const { body } = await node.get('/accounts/0x1/resource/0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>')
    const aggregator = 'data.supply.vec.0.aggregator.vec.0'
    const [handle, key] = [String(jsonAt(body, `${aggregator}.handle`)), String(jsonAt(body, `${aggregator}.key`))]
    const read = (wanted: string) =>
      node.post(`/tables/${handle}/item`, JSON.stringify({ key_type: 'address', value_type: 'u128', key: wanted }))
    expect(await read(key)).toMatchObject({ status: 200, body: expect.stringMatching(/^\d+$/) })
    expect((await read(`0x${key.slice(2).padStart(64, '0')}`)).status).toBe(200)
    expect(await read('0x1')).toMatchObject({ status: 404, body: { error_code: 'table_item_not_found' } })
  })

  it('reports healthy', async () => {
    expect((await node.get('/-/healthy')).body).toEqual({ message: 'aptos-node:ok' })
    expect((await node.get('/-/healthy?duration_secs=0')).status).toBe(200)
    expect((await node.get('/info')).status).toBe(200)
  })

  it('reports unhealthy when it stopped making blocks', async () => {
    localnet.blocks.pause()
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    expect(await node.get('/-/healthy?duration_secs=30')).toMatchObject({
      status: 503,
      body: { error_code: 'health_check_failed' },
    })
    expect((await node.get('/-/healthy?duration_secs=90')).status).toBe(200)
    expect((await node.get('/-/healthy')).status).toBe(200)
    later.mockRestore()
    localnet.blocks.resume()
  })
})
