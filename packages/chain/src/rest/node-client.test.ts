import type { IncomingMessage } from 'node:http'
import { Deserializer, SignedTransaction } from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { startServer } from '@opal/domain/testing/start-server'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createNodeClient, type NodeClient } from './node-client.ts'
import { NodeUnreachableError } from './node-errors.ts'
import { requestNode } from './node-http.ts'

/** An address with leading zeros, which the node strips in its answers. */
const STRIPPED = '0xd1'.padEnd(54, 'e')
const SHOP_ADDRESS = parseAddress(STRIPPED)
const WALLET = parseAddress('0xb0b')
const LEDGER = { chain_id: 4, ledger_version: '12', ledger_timestamp: '1700000000000000', block_height: '7' }
const SHOP = {
  abi: {
    exposed_functions: [
      {
        name: 'buy',
        is_entry: true,
        generic_type_params: [{ constraints: [] }],
        params: ['&signer', `0x1::object::Object<${STRIPPED}::shop::Item>`, 'vector<u64>'],
      },
      { name: 'peek', is_entry: false, generic_type_params: [], params: [] },
    ],
  },
}
const BUY: EntryFunctionPayload = {
  function: `${SHOP_ADDRESS}::shop::buy`,
  typeArguments: ['0x1::aptos_coin::AptosCoin'],
  functionArguments: [parseAddress('0x70'), ['1', '18446744073709551615']],
}

type Answer = readonly [status: number, body: unknown]

describe('the node client', () => {
  it('reads ledger, account and balance', async () => {
    const { client } = await nodeThat({
      'GET /v1': [200, LEDGER],
      [`GET /v1/accounts/${WALLET}`]: [200, { sequence_number: '3', authentication_key: '0xkey' }],
      [`GET /v1/accounts/${WALLET}/balance/0x1%3A%3Aaptos_coin%3A%3AAptosCoin`]: [200, 250],
      'GET /v1/estimate_gas_price': [200, { gas_estimate: 100 }],
    })
    expect(await client.ledgerInfo()).toEqual({
      chainId: 4,
      version: 12n,
      timestampMicros: 1_700_000_000_000_000n,
      blockHeight: 7n,
    })
    expect(await client.account(WALLET)).toEqual({ sequenceNumber: 3n, authenticationKey: '0xkey' })
    expect(await client.balance(WALLET)).toBe(250n)
    expect(await client.gasUnitPrice()).toBe(100n)
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i', async (status) => {
    let asked = 0
    const other = await startServer((_, response) => {
      asked += 1
      response.end(JSON.stringify(LEDGER))
    })
    onTestFinished(() => other[Symbol.asyncDispose]())
    const node = await startServer((_, response) => response.writeHead(status, { location: other.url }).end())
    onTestFinished(() => node[Symbol.asyncDispose]())
    const options = { nodeUrl: `${node.url}/v1` }
    for (const request of [{ path: '' }, { path: '/view', body: { type: 'application/json', content: '{}' } }])
      await expect(requestNode(options, request)).rejects.toBeInstanceOf(NodeUnreachableError)
    expect(asked).toBe(0)
  })

  it('takes an unknown account for one that never sent anything', async () => {
    const { client } = await nodeThat({
      [`GET /v1/accounts/${WALLET}`]: [404, { error_code: 'account_not_found', message: 'no such account' }],
    })
    expect(await client.account(WALLET)).toEqual({ sequenceNumber: 0n, authenticationKey: WALLET })
  })

  it('calls a view', async () => {
    const { client, bodies } = await nodeThat({ 'POST /v1/view': [200, ['5', { vec: [] }]] })
    expect(await client.view('0xd1::shop::price', [], ['0x70'])).toEqual(['5', { vec: [] }])
    expect(JSON.parse(String(bodies[0]))).toEqual({
      function: '0xd1::shop::price',
      type_arguments: [],
      arguments: ['0x70'],
    })
  })

  it('simulates an unsigned call', async () => {
    const { client, bodies } = await nodeThat({
      ...simulating([
        {
          success: false,
          vm_status: 'Move abort in 0xd1::shop: ESOLD(0x1): sold',
          gas_used: '9',
          gas_unit_price: '100',
          events: [{ type: '0x1::transaction_fee::FeeStatement', data: { storage_fee_refund_octas: '48' } }],
        },
      ]),
    })
    expect(await client.simulate(WALLET, BUY)).toMatchObject({
      success: false,
      vmStatus: 'Move abort in 0xd1::shop: ESOLD(0x1): sold',
      gasUsed: 9n,
      gasUnitPrice: 100n,
      storageRefundOctas: 48n,
      transaction: {
        success: false,
        events: [{ type: '0x1::transaction_fee::FeeStatement', data: { storage_fee_refund_octas: '48' } }],
      },
    })
    const sent = SignedTransaction.deserialize(new Deserializer(bodies.at(-1) ?? new Uint8Array()))
    expect(sent.raw_txn.sender.toStringLong()).toBe(WALLET)
    expect(sent.raw_txn.sequence_number).toBe(3n)
    expect(sent.raw_txn.chain_id.chainId).toBe(4)
  })

  it('asks for a module once, unless there was none', async () => {
    const module = [200, { bytecode: '0xa1', abi: { exposed_functions: [] } }] as const
    const { client, paths } = await nodeThat({ [`GET /v1/accounts/${SHOP_ADDRESS}/module/shop`]: module })
    const asked = await Promise.all([client.module(`${SHOP_ADDRESS}::shop`), client.module(`${SHOP_ADDRESS}::shop`)])
    expect(asked.map(({ bytecode }) => [...bytecode])).toEqual([[0xa1], [0xa1]])
    expect(paths).toHaveLength(1)
    for (const _time of [1, 2]) await expect(client.module('0x1::none')).rejects.toThrow('no such module')
    expect(paths).toHaveLength(3)
  })

  it('asks for the ABI of a function once', async () => {
    const { client, paths } = await nodeThat(
      simulating([{ success: true, vm_status: 'ok', gas_used: '1', gas_unit_price: '1', events: [] }]),
    )
    await client.simulate(WALLET, BUY)
    await client.simulate(WALLET, BUY)
    expect(paths.filter((path) => path.includes('/module/'))).toHaveLength(1)
  })

  it('requests ledger and account once for several simulations of one sender, also where the request fails', async () => {
    const { client, paths } = await nodeThat(
      simulating([{ success: true, vm_status: 'ok', gas_used: '1', gas_unit_price: '1', events: [] }]),
    )
    const simulate = client.simulator(WALLET)
    await Promise.all([simulate(BUY), simulate(BUY), simulate({ ...BUY, functionArguments: [] }).catch(() => null)])
    await simulate(BUY)
    expect(paths.filter((path) => path === '/v1')).toHaveLength(1)
    expect(paths.filter((path) => path === `/v1/accounts/${WALLET}`)).toHaveLength(1)
    expect(paths.filter((path) => path.endsWith('/simulate'))).toHaveLength(3)
  })

  it.each<[string, EntryFunctionPayload]>([
    ['a function that is not there', { ...BUY, function: `${SHOP_ADDRESS}::shop::steal` }],
    ['a function that is no entry', { ...BUY, function: `${SHOP_ADDRESS}::shop::peek` }],
    ['too few arguments', { ...BUY, functionArguments: [parseAddress('0x70')] }],
    ['an argument of another type', { ...BUY, functionArguments: [parseAddress('0x70'), ['minus one']] }],
    ['a missing type argument', { ...BUY, typeArguments: [] }],
  ])('says that the call does not fit the chain: %s', async (_name, payload) => {
    const { client } = await nodeThat(simulating([]))
    await expect(client.simulate(WALLET, payload)).rejects.toMatchObject({ code: 'payload-mismatch', retryable: false })
  })

  it('passes on what the node refuses', async () => {
    const { client } = await nodeThat({
      'POST /v1/view': [400, { error_code: 'invalid_input', message: 'no such view' }],
    })
    await expect(client.view('0x1::a::b', [], [])).rejects.toMatchObject({
      code: 'node-refused',
      status: 400,
      nodeCode: 'invalid_input',
    })
  })

  it.each<[string, Answer]>([
    ['a fault of its own', [503, { error_code: 'internal_error', message: 'busy' }]],
    ['no JSON', [200, undefined]],
    ['a ledger without numbers', [200, {}]],
    ['a ledger of numbers that no chain has', [200, { ...LEDGER, ledger_version: '9'.repeat(1_000_000) }]],
  ])('can be tried again when the node answers %s', async (_name, answer) => {
    const { client } = await nodeThat({ 'GET /v1': answer })
    await expect(client.ledgerInfo()).rejects.toMatchObject({ code: 'node-unreachable', retryable: true })
  })

  it.each([
    [{ gas_used: 'much' }],
    [{ gas_unit_price: '1'.repeat(1_000) }],
    [{ events: [{ type: '0x1::transaction_fee::FeeStatement', data: { storage_fee_refund_octas: {} } }] }],
  ])('can be tried again when a simulation has no numbers: %j', async (wrong) => {
    const simulated = { success: true, vm_status: 'ok', gas_used: '1', gas_unit_price: '1', events: [] }
    const { client } = await nodeThat(simulating([{ ...simulated, ...wrong }]))
    await expect(client.simulate(WALLET, BUY)).rejects.toMatchObject({ code: 'node-unreachable', retryable: true })
  })

  it('reads no answer of a node to its end that has none', async () => {
    let sent = 0
    const server = await startServer((request, response) => {
      const more = (): void => {
        if (request.socket.destroyed || sent > 1_000_000_000) return
        sent += 1_000_000
        response.write(' '.repeat(1_000_000), more)
      }
      more()
    })
    onTestFinished(() => server[Symbol.asyncDispose]())
    const client = createNodeClient({ nodeUrl: `${server.url}/v1` })
    await expect(client.ledgerInfo()).rejects.toMatchObject({
      code: 'node-unreachable',
      message: expect.stringContaining('too large'),
    })
    expect(sent).toBeLessThan(200_000_000)
  })

  // A stranger's module may put millions of empty lists into the resource group of a token, which the node writes out.
  it.each([
    ['millions of empty lists', blob(Array(1_000_000).fill([]))],
    ['lists in lists', blob(Array(60).fill(JSON.parse('['.repeat(1_000) + ']'.repeat(1_000))))],
    ['hundreds of thousands of numbers', blob(Array(900_000).fill(0))],
    ['thousands of objects of different keys', blob(Array.from({ length: 5_000 }, (_, at) => ({ [`k${at}`]: 0 })))],
    ['megabytes of text', blob('a'.repeat(3_000_000))],
  ])('parses no simulation that writes %s', async (_name, simulated) => {
    const { client } = await nodeThat(simulating(simulated))
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    await expect(client.simulate(WALLET, BUY)).rejects.toMatchObject({ code: 'simulation-too-large', retryable: false })
    // Ledger, account and module are answers of a few hundred bytes.
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(2_000)
  })

  it('reads a simulation three times as large as those of thirty purchases', async () => {
    const write = {
      type: 'write_resource',
      address: '0x1',
      data: { type: '0x1::a::B', data: { c: { vec: ['1', '2'] } } },
    }
    const done = { success: true, vm_status: 'ok', gas_used: '1', gas_unit_price: '1', events: [] }
    const { client } = await nodeThat(simulating([{ ...done, changes: Array(7_500).fill(write) }]))
    expect((await client.simulate(WALLET, BUY)).transaction.changes).toHaveLength(7_500)
  })

  it('reads the largest module, of a megabyte and of thousands of functions', async () => {
    const move = { name: 'buy', visibility: 'public', is_entry: true, generic_type_params: [], params: ['&signer'] }
    const body = { bytecode: `0x${'a1'.repeat(1_048_576)}`, abi: { exposed_functions: Array(4_000).fill(move) } }
    const { client } = await nodeThat({ [`GET /v1/accounts/${SHOP_ADDRESS}/module/shop`]: [200, body] })
    expect((await client.module(`${SHOP_ADDRESS}::shop`)).functions).toHaveLength(4_000)
  })

  it('takes an account of a million lists for no answer', async () => {
    const { client } = await nodeThat({ [`GET /v1/accounts/${WALLET}`]: [200, blob(Array(1_000_000).fill([]))] })
    await expect(client.account(WALLET)).rejects.toMatchObject({ code: 'node-unreachable', retryable: true })
  })

  it('is retryable when the node does not answer', async () => {
    const client = createNodeClient({ nodeUrl: 'http://127.0.0.1:1/v1' })
    await expect(client.ledgerInfo()).rejects.toMatchObject({ code: 'node-unreachable', retryable: true })
  })
})

/** A simulation that writes this. */
function blob(v: unknown): unknown {
  const changes = [{ type: 'write_resource', address: '0x1', data: { type: '0xbad::blob::Blob', data: { v } } }]
  return [{ success: true, vm_status: 'ok', gas_used: '1', gas_unit_price: '1', events: [], changes }]
}

function simulating(answer: unknown): Record<string, Answer> {
  return {
    'GET /v1': [200, LEDGER],
    [`GET /v1/accounts/${WALLET}`]: [200, { sequence_number: '3', authentication_key: WALLET }],
    [`GET /v1/accounts/${SHOP_ADDRESS}/module/shop`]: [200, SHOP],
    'POST /v1/transactions/simulate': [200, answer],
  }
}

/** A node that gives these answers; `undefined` as a body is a page that is no JSON. */
async function nodeThat(answers: Record<string, Answer>) {
  const paths: string[] = []
  const bodies: Uint8Array[] = []
  const server = await startServer(async (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    paths.push(path)
    if (request.method === 'POST') bodies.push(await bytesOf(request))
    const [status, body] = answers[`${request.method} ${path}`] ?? [
      404,
      { error_code: 'resource_not_found', message: path },
    ]
    response.writeHead(status).end(body === undefined ? '<html>' : JSON.stringify(body))
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const client: NodeClient = createNodeClient({ nodeUrl: `${server.url}/v1` })
  return { client, paths, bodies }
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
