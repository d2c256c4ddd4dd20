import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Localnet } from '../start.ts'
import { createRestClient, type RestClient } from '../testing/rest-client.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'

const UNKNOWN = '0xdecaf'
const HASH = `0x${'7'.repeat(64)}`
const APT = '0x1::aptos_coin::AptosCoin'

let localnet: Localnet
let node: RestClient
beforeAll(async () => {
  localnet = await startTestLocalnet()
  node = createRestClient(localnet)
})
afterAll(() => localnet[Symbol.asyncDispose]())

describe('every response', () => {
  it('has the ledger state in its headers, on errors too', async () => {
    for (const path of ['', '/accounts/zz', '/nowhere']) {
      const { headers } = await node.get(path)
      expect(headers.get('x-aptos-chain-id')).toBe('4')
      expect(headers.get('x-aptos-ledger-version')).toBe(String(localnet.ledger.head.version))
      expect(headers.get('x-aptos-ledger-oldest-version')).toBe('0')
      expect(headers.get('x-aptos-block-height')).toBe(String(localnet.ledger.head.blockHeight))
      expect(headers.get('x-aptos-oldest-block-height')).toBe('0')
      expect(headers.get('x-aptos-epoch')).toMatch(/^\d+$/)
      expect(headers.get('x-aptos-ledger-timestampusec')).toMatch(/^\d+$/)
    }
  })

  it('allows other origins to send the SDK’s headers and read the chain’s', async () => {
    const preflight = await fetch(`${localnet.nodeUrl}/transactions`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://127.0.0.1:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-aptos-client,x-aptos-typescript-sdk-origin-method',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:3000')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-aptos-client')
    const { headers } = await node.get('', { origin: 'http://127.0.0.1:3000' })
    expect(headers.get('access-control-expose-headers')).toContain('x-aptos-cursor')
  })
})

describe('invalid paths and queries', () => {
  it.each([
    ['/accounts/zz', 'web_framework_error'],
    [`/accounts/0x${'1'.repeat(65)}`, 'web_framework_error'],
    ['/accounts/0x1?ledger_version=-1', 'web_framework_error'],
    ['/accounts/0x1/resource/nonsense', 'web_framework_error'],
    ['/accounts/0x1/resource/0x1::a::B%3C', 'web_framework_error'],
    ['/accounts/0x1/resources?limit=0', 'invalid_input'],
    ['/accounts/0x1/resources?limit=many', 'web_framework_error'],
    ['/accounts/0x1/resources?start=here', 'web_framework_error'],
    ['/accounts/0x1/module/no%20name', 'web_framework_error'],
    ['/accounts/0x1/balance/nonsense', 'web_framework_error'],
    ['/accounts/0x1/transactions?start=first', 'web_framework_error'],
    ['/accounts/0x1/events/first', 'web_framework_error'],
    ['/transactions?limit=1&limit=2', 'web_framework_error'],
    ['/transactions/by_hash/0x12', 'web_framework_error'],
    ['/transactions/wait_by_hash/0x12', 'web_framework_error'],
    ['/transactions/by_version/-1', 'web_framework_error'],
    ['/transactions/by_version/18446744073709551616', 'web_framework_error'],
    ['/blocks/by_height/top', 'web_framework_error'],
    ['/blocks/by_version/0?with_transactions=perhaps', 'web_framework_error'],
    ['/-/healthy?duration_secs=soon', 'web_framework_error'],
    ['/accounts/0x1/transaction_summaries?limit=0', 'invalid_input'],
    ['/accounts/0x1/transaction_summaries?start_version=x', 'web_framework_error'],
    ['/accounts/zz/transaction_summaries', 'web_framework_error'],
    ['/transactions/auxiliary_info?start_version=-1', 'web_framework_error'],
    ['/transactions/auxiliary_info', 'web_framework_error'],
    ['/transactions?start=999999999', 'invalid_input'],
    ['/transactions/auxiliary_info?start_version=999999999', 'invalid_input'],
    ['/transactions?limit=65536', 'web_framework_error'],
    ['/accounts/0x1/resources?limit=65536', 'web_framework_error'],
    ['/accounts/0x1/modules?limit=65536', 'web_framework_error'],
  ])('GET %s is answered 400 %s', async (path, code) => {
    const { status, body } = await node.get(path)
    expect({ status, code: body.error_code, vm: body.vm_error_code }).toEqual({ status: 400, code, vm: null })
    expect(body.message).toMatch(/\S/)
  })
})

describe('unsupported methods', () => {
  it.each([
    ['POST', ''],
    ['DELETE', '/accounts/0x1'],
    ['PUT', '/accounts/0x1/events/0x1::block::BlockResource/new_block_events'],
    ['GET', '/view'],
    ['GET', '/transactions/simulate'],
    ['PATCH', '/transactions'],
  ])('%s %s is answered 405', async (method, path) => {
    const response = await fetch(`${localnet.nodeUrl}${path}`, { method })
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 405,
      body: { message: 'method not allowed', error_code: 'web_framework_error', vm_error_code: null },
    })
    expect(response.headers.get('x-aptos-chain-id')).toBe('4')
  })
})

describe('missing resources', () => {
  it.each([
    [`/accounts/${UNKNOWN}/resource/0x1::object::ObjectCore`, 'resource_not_found'],
    [`/accounts/${UNKNOWN}/module/coin`, 'module_not_found'],
    ['/accounts/0x1?ledger_version=999999999', 'version_not_found'],
    [`/transactions/by_hash/${HASH}`, 'transaction_not_found'],
    [`/transactions/wait_by_hash/${HASH}`, 'transaction_not_found'],
    ['/transactions/by_version/999999999', 'transaction_not_found'],
    ['/blocks/by_height/999999999', 'block_not_found'],
    ['/blocks/by_version/999999999', 'block_not_found'],
    [`/accounts/${UNKNOWN}/events/0x1::account::Account/coin_register_events`, 'resource_not_found'],
    ['/nowhere', 'web_framework_error'],
  ])('GET %s is answered 404 %s', async (path, code) => {
    const { status, body } = await node.get(path)
    expect({ status, code: body.error_code }).toEqual({ status: 404, code })
  })

  it('have the messages that the SDK’s tests expect', async () => {
    const { body } = await node.get(`/transactions/by_hash/${HASH}`)
    expect(body.message).toBe(`Transaction not found by Transaction hash(${HASH})`)
  })

  it('are named with short addresses where those are special', async () => {
    const { body } = await node.get('/accounts/0x01/module/nothing')
    expect(body.message).toMatch(
      /^Module not found by Address\(0x1\), Module name\(nothing\) and Ledger version\(\d+\)$/,
    )
  })

  it('a pruned version is reported as pruned', async () => {
    const at = vi.spyOn(localnet.ledger, 'at').mockReturnValue(null)
    for (const path of [
      '/accounts/0x1',
      '/accounts/0x1/resources',
      '/accounts/0x1/module/coin',
      `/accounts/0x1/balance/${APT}`,
    ]) {
      const { status, body } = await node.get(`${path}?ledger_version=0`)
      expect({ status, body }).toEqual({
        status: 410,
        body: { message: 'Ledger version(0) has been pruned', error_code: 'version_pruned', vm_error_code: null },
      })
    }
    at.mockRestore()
  })

  it('an unknown account has empty lists', async () => {
    for (const list of ['resources', 'modules', 'transactions', 'transaction_summaries', 'events/0']) {
      expect(await node.get(`/accounts/${UNKNOWN}/${list}`)).toMatchObject({ status: 200, body: [] })
    }
    expect((await node.get(`/accounts/0xbeef/balance/${APT}`)).body).toBe(0)
  })
})
