import {
  Account,
  AccountAddress,
  ChainId,
  type Ed25519Account,
  EntryFunction,
  generateSignedTransaction,
  RawTransaction,
  Serializer,
  SimpleTransaction,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk'
import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'
import { SIGNED_TRANSACTION, VIEW_FUNCTION } from './signed-body.ts'

const UNKNOWN = '0xdecaf'
const HASH = `0x${'7'.repeat(64)}`
const APT = '0x1::aptos_coin::AptosCoin'

let localnet: Localnet
let sender: Ed25519Account

beforeAll(async () => {
  localnet = await startTestLocalnet()
  sender = Account.generate()
  localnet.fund(parseAddress(sender.accountAddress.toString()), 1_000_000_000n)
  localnet.ledger.commitBlock()
})
afterAll(() => localnet[Symbol.asyncDispose]())

async function ask(path: string, init?: RequestInit) {
  const response = await fetch(`${localnet.nodeUrl}${path}`, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
const post = (path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  ask(path, { method: 'POST', body, headers: { 'content-type': type } })

interface Wish {
  readonly sequence?: bigint
  readonly chainId?: number
  readonly expiry?: bigint
  readonly signer?: Ed25519Account
  readonly gasUnitPrice?: bigint
}
function signTransfer({
  sequence = 0n,
  chainId = 4,
  expiry = 9_999_999_999n,
  signer = sender,
  gasUnitPrice = 100n,
}: Wish = {}) {
  const call = EntryFunction.build(
    '0x1::aptos_account',
    'transfer',
    [],
    [AccountAddress.from(parseAddress(UNKNOWN)), new U64(1n)],
  )
  const payload = new TransactionPayloadEntryFunction(call)
  const transaction = new SimpleTransaction(
    new RawTransaction(sender.accountAddress, sequence, payload, 10_000n, gasUnitPrice, expiry, new ChainId(chainId)),
  )
  const senderAuthenticator = signer.signTransactionWithAuthenticator(transaction)
  return Uint8Array.from(generateSignedTransaction({ transaction, senderAuthenticator }))
}
const concat = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))
const sequenceOf = async () => BigInt((await ask(`/accounts/${sender.accountAddress}`)).body.sequence_number)

describe('every answer', () => {
  it('says in its headers where the chain stands, on errors too', async () => {
    for (const path of ['', '/accounts/zz', '/nowhere']) {
      const { headers } = await ask(path)
      expect(headers.get('x-aptos-chain-id')).toBe('4')
      expect(headers.get('x-aptos-ledger-version')).toBe(String(localnet.ledger.head.version))
      expect(headers.get('x-aptos-ledger-oldest-version')).toBe('0')
      expect(headers.get('x-aptos-block-height')).toBe(String(localnet.ledger.head.blockHeight))
      expect(headers.get('x-aptos-oldest-block-height')).toBe('0')
      expect(headers.get('x-aptos-epoch')).toMatch(/^\d+$/)
      expect(headers.get('x-aptos-ledger-timestampusec')).toMatch(/^\d+$/)
    }
  })

  it('lets a browser on another origin ask, with the SDK’s headers, and read the chain’s', async () => {
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
    const { headers } = await ask('', { headers: { origin: 'http://127.0.0.1:3000' } })
    expect(headers.get('access-control-expose-headers')).toContain('x-aptos-cursor')
  })

  it('is JSON: a client that accepts BCS only is told so', async () => {
    expect((await ask('', { headers: { accept: 'application/x-bcs' } })).status).toBe(406)
  })
})

describe('paths and queries that make no sense', () => {
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
  ])('GET %s is answered 400 %s', async (path, code) => {
    const { status, body } = await ask(path)
    expect({ status, code: body.error_code, vm: body.vm_error_code }).toEqual({ status: 400, code, vm: null })
    expect(body.message).toMatch(/\S/)
  })
})

describe('things that do not exist', () => {
  it.each([
    [`/accounts/${UNKNOWN}/resource/0x1::object::ObjectCore`, 'resource_not_found'],
    [`/accounts/${UNKNOWN}/module/coin`, 'module_not_found'],
    ['/accounts/0x1?ledger_version=999999999', 'version_not_found'],
    [`/transactions/by_hash/${HASH}`, 'transaction_not_found'],
    [`/transactions/wait_by_hash/${HASH}`, 'transaction_not_found'],
    ['/transactions/by_version/999999999', 'version_not_found'],
    ['/transactions?start=999999999', 'version_not_found'],
    ['/blocks/by_height/999999999', 'block_not_found'],
    ['/blocks/by_version/999999999', 'block_not_found'],
    [`/accounts/${UNKNOWN}/events/0x1::account::Account/coin_register_events`, 'resource_not_found'],
    ['/nowhere', 'web_framework_error'],
  ])('GET %s is answered 404 %s', async (path, code) => {
    const { status, body } = await ask(path)
    expect({ status, code: body.error_code }).toEqual({ status: 404, code })
  })

  it('are worded as the SDK’s tests expect', async () => {
    const { body } = await ask(`/transactions/by_hash/${HASH}`)
    expect(body.message).toBe(`Transaction not found by Transaction hash(${HASH})`)
  })

  it('are named with short addresses where those are special', async () => {
    const { body } = await ask('/accounts/0x01/module/nothing')
    expect(body.message).toMatch(
      /^Module not found by Address\(0x1\), Module name\(nothing\) and Ledger version\(\d+\)$/,
    )
  })

  it('an older state is pruned, and said to be', async () => {
    const { status, body } = await ask('/accounts/0x1?ledger_version=0')
    expect({ status, code: body.error_code }).toEqual({ status: 410, code: 'version_pruned' })
  })

  it('an unknown account has empty lists', async () => {
    for (const list of ['resources', 'modules', 'transactions', 'events/0']) {
      expect(await ask(`/accounts/${UNKNOWN}/${list}`)).toMatchObject({ status: 200, body: [] })
    }
    expect((await ask(`/accounts/0xbeef/balance/${APT}`)).body).toBe(0)
  })
})

describe('bodies that make no sense', () => {
  it.each([
    ['/view', '{', 'web_framework_error'],
    ['/view', '[]', 'invalid_input'],
    ['/view', '{"function":"coin"}', 'invalid_input'],
    ['/view', '{"function":"0x1::coin::nothing"}', 'invalid_input'],
    ['/view', `{"function":"0x1::coin::balance","type_arguments":["${APT}"]}`, 'invalid_input'],
    ['/view', `{"function":"0x1::coin::balance","type_arguments":["<"],"arguments":["0x1"]}`, 'invalid_input'],
    ['/view', `{"function":"0x1::coin::balance","type_arguments":["${APT}"],"arguments":[{}]}`, 'invalid_input'],
    [`/tables/0x1/item`, '{"key":1}', 'invalid_input'],
    [`/tables/zz/item`, '{}', 'web_framework_error'],
  ])('POST %s %s is answered 400', async (path, sent, code) => {
    const { status, body } = await post(path, sent)
    expect({ status, code: body.error_code }).toEqual({ status: 400, code })
  })

  it('truncated BCS is told so in the words the SDK’s tests expect', async () => {
    const whole = signTransfer()
    for (const length of [0, 1, 31, 33, 70, whole.length - 1]) {
      const { status, body } = await post('/transactions', whole.subarray(0, length), SIGNED_TRANSACTION)
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          message: 'Failed to deserialize input into SignedTransaction: unexpected end of input',
          error_code: 'invalid_input',
          vm_error_code: null,
        },
      })
    }
  })

  it('random, overlong and absurdly nested BCS is refused, never crashed on', async () => {
    const nested = new Uint8Array(60_000).fill(6)
    const head = signTransfer().subarray(0, 41)
    for (const path of ['/transactions', '/transactions/simulate', '/transactions/batch']) {
      for (const bytes of [nested, concat(head, nested), concat(signTransfer(), Uint8Array.of(0))]) {
        const { status, body } = await post(path, bytes, SIGNED_TRANSACTION)
        expect({ path, status, code: body.error_code }).toEqual({ path, status: 400, code: 'invalid_input' })
      }
    }
    expect((await post('/view', nested, VIEW_FUNCTION)).status).toBe(400)
  })

  it('a huge body is refused with 413', async () => {
    const { status, body } = await post('/transactions', new Uint8Array(2_000_000), SIGNED_TRANSACTION)
    expect({ status, code: body.error_code }).toEqual({ status: 413, code: 'web_framework_error' })
  })

  it('a transaction in JSON, or no body at all, is refused', async () => {
    expect((await post('/transactions', '{}')).status).toBe(415)
    expect((await post('/transactions', 'x', 'text/weird')).status).toBe(415)
    expect((await post('/view', '')).status).toBe(400)
  })
})

describe('transactions that the chain refuses', () => {
  it.each([
    ['a wrong chain id', { chainId: 1 }, 'BAD_CHAIN_ID'],
    ['a past expiry', { expiry: 1n }, 'TRANSACTION_EXPIRED'],
    ['somebody else’s signature', { signer: Account.generate() }, 'INVALID_AUTH_KEY'],
    ['a gas price below the minimum', { gasUnitPrice: 1n }, 'GAS_UNIT_PRICE_BELOW_MIN_BOUND'],
  ])('%s is answered with the VM’s code', async (_name, wish: Wish, code) => {
    const { status, body } = await post(
      '/transactions',
      signTransfer({ sequence: await sequenceOf(), ...wish }),
      SIGNED_TRANSACTION,
    )
    expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'vm_error' })
    expect(body.message).toBe(`Invalid transaction: Type: Validation Code: ${code}`)
    expect(body.vm_error_code).toEqual(expect.any(Number))
  })

  it('a sequence number that was used is too old', async () => {
    const bytes = signTransfer({ sequence: await sequenceOf() })
    expect((await post('/transactions', bytes, SIGNED_TRANSACTION)).status).toBe(202)
    localnet.ledger.commitBlock()
    const again = await post('/transactions', bytes, SIGNED_TRANSACTION)
    expect(again.body.message).toBe('Invalid transaction: Type: Validation Code: SEQUENCE_NUMBER_TOO_OLD')
  })

  it('a valid signature is refused in a simulation', async () => {
    const { status, body } = await post(
      '/transactions/simulate',
      signTransfer({ sequence: await sequenceOf() }),
      SIGNED_TRANSACTION,
    )
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        message: 'Simulated transactions must not have a valid signature',
        error_code: 'invalid_input',
        vm_error_code: null,
      },
    })
  })
})

describe('the way of a transaction', () => {
  beforeEach(() => localnet.blocks.pause())

  it('is pending, then held by wait_by_hash until its block, then committed', async () => {
    const { status, body: pending } = await post(
      '/transactions',
      signTransfer({ sequence: await sequenceOf() }),
      SIGNED_TRANSACTION,
    )
    expect(status).toBe(202)
    expect(pending).toMatchObject({
      type: 'pending_transaction',
      sender: sender.accountAddress.toString(),
      payload: { function: '0x1::aptos_account::transfer', type: 'entry_function_payload' },
      signature: { type: 'ed25519_signature' },
    })
    expect(pending).not.toHaveProperty('version')
    expect((await ask(`/transactions/by_hash/${pending.hash}`)).body).toEqual(pending)
    const waiting = ask(`/transactions/wait_by_hash/${pending.hash}`)
    localnet.blocks.resume()
    const { body: committed } = await waiting
    expect(committed).toMatchObject({ type: 'user_transaction', hash: pending.hash, success: true })
    expect((await ask(`/transactions/by_version/${committed.version}`)).body).toEqual(committed)
  })

  it('may be replaced while it waits only by one that pays more', async () => {
    const sequence = await sequenceOf()
    expect((await post('/transactions', signTransfer({ sequence }), SIGNED_TRANSACTION)).status).toBe(202)
    const same = await post('/transactions', signTransfer({ sequence, expiry: 8_888_888_888n }), SIGNED_TRANSACTION)
    expect(same).toMatchObject({ status: 400, body: { error_code: 'invalid_transaction_update' } })
    const better = await post('/transactions', signTransfer({ sequence, gasUnitPrice: 150n }), SIGNED_TRANSACTION)
    expect(better.status).toBe(202)
  })

  it('a batch says which of its transactions were refused', async () => {
    localnet.blocks.resume()
    const sequence = await sequenceOf()
    const list = [
      signTransfer({ sequence }),
      signTransfer({ sequence, chainId: 9 }),
      signTransfer({ sequence: sequence + 1n }),
    ]
    const writer = new Serializer()
    writer.serializeU32AsUleb128(list.length)
    for (const bytes of list) writer.serializeFixedBytes(bytes)
    const { status, body } = await post(
      '/transactions/batch',
      Uint8Array.from(writer.toUint8Array()),
      SIGNED_TRANSACTION,
    )
    expect(status).toBe(206)
    expect(body.transaction_failures).toEqual([
      { transaction_index: 1, error: expect.objectContaining({ error_code: 'vm_error' }) },
    ])
  })
})

describe('lists', () => {
  it('offer a cursor only while more remains', async () => {
    const all = await ask('/accounts/0x1/resources')
    expect(all.headers.get('x-aptos-cursor')).toBeNull()
    const exact = await ask(`/accounts/0x1/resources?limit=${all.body.length}`)
    expect(exact.headers.get('x-aptos-cursor')).toBeNull()
    const first = await ask('/accounts/0x1/modules?limit=2')
    const cursor = first.headers.get('x-aptos-cursor')
    expect(cursor).toMatch(/^0x/)
    const second = await ask(`/accounts/0x1/modules?limit=2&start=${cursor}`)
    expect(second.body).not.toEqual(first.body)
  })

  it('show the genesis transaction and the block it makes', async () => {
    const { body } = await ask('/transactions/by_version/0')
    expect(body).toMatchObject({ version: '0', type: 'genesis_transaction', payload: { type: 'write_set_payload' } })
    expect((await ask('/blocks/by_height/0')).body).toMatchObject({ block_height: '0', first_version: '0' })
  })

  it('show the events of a handle by its number and by the field that holds it', async () => {
    localnet.ledger.commitBlock()
    const byField = await ask('/accounts/0x1/events/0x1::block::BlockResource/new_block_events?limit=2')
    const numbers = byField.body.map((event: { sequence_number: string }) => event.sequence_number)
    expect(numbers).toEqual(['0', '1'])
    expect(byField.body[0]).toMatchObject({
      version: expect.stringMatching(/^\d+$/),
      guid: { account_address: '0x1' },
      type: '0x1::block::NewBlockEvent',
    })
    const number = byField.body[0].guid.creation_number
    const second = await ask(`/accounts/0x1/events/${number}?start=1&limit=1`)
    expect(second.body).toEqual([byField.body[1]])
    const noHandle = await ask('/accounts/0x1/events/0x1::block::BlockResource/height')
    expect(noHandle).toMatchObject({ status: 400, body: { error_code: 'invalid_input' } })
    const noField = await ask('/accounts/0x1/events/0x1::block::BlockResource/depth')
    expect(noField).toMatchObject({ status: 404, body: { error_code: 'struct_field_not_found' } })
  })

  it('show a table’s item, and 404 for one that is not there', async () => {
    const { body } = await ask('/accounts/0x1/resource/0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>')
    const { handle, key } = body.data.supply.vec[0].aggregator.vec[0]
    const read = (wanted: string) =>
      post(`/tables/${handle}/item`, JSON.stringify({ key_type: 'address', value_type: 'u128', key: wanted }))
    expect(await read(key)).toMatchObject({ status: 200, body: expect.stringMatching(/^\d+$/) })
    expect((await read(`0x${key.slice(2).padStart(64, '0')}`)).status).toBe(200)
    expect(await read('0x1')).toMatchObject({ status: 404, body: { error_code: 'table_item_not_found' } })
  })

  it('health and info answer watchers', async () => {
    expect((await ask('/-/healthy')).body).toEqual({ message: 'aptos-node:ok' })
    expect((await ask('/info')).status).toBe(200)
  })
})
