import { Account } from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { createRestClient, type RestClient } from '../testing/rest-client.ts'
import { signTransfer } from '../testing/sign-transfer.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'
import { SIGNED_TRANSACTION, VIEW_FUNCTION } from './requests/signed-body.ts'

const APT = '0x1::aptos_coin::AptosCoin'
const account = Account.generate()
const concat = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))

let localnet: Localnet
let node: RestClient
beforeAll(async () => {
  localnet = await startTestLocalnet()
  node = createRestClient(localnet)
})
afterAll(() => localnet[Symbol.asyncDispose]())

describe('invalid bodies', () => {
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
    const { status, body } = await node.post(path, sent)
    expect({ status, code: body.error_code }).toEqual({ status: 400, code })
  })

  it('truncated BCS is reported with the message that the SDK’s tests expect', async () => {
    const whole = signTransfer(account)
    for (const length of [0, 1, 31, 33, 70, whole.length - 1]) {
      const { status, body } = await node.post('/transactions', whole.subarray(0, length), SIGNED_TRANSACTION)
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

  it('random, overlong and deeply nested BCS is refused without a crash', async () => {
    const nested = new Uint8Array(60_000).fill(6)
    const head = signTransfer(account).subarray(0, 41)
    for (const path of ['/transactions', '/transactions/simulate', '/transactions/batch']) {
      for (const bytes of [nested, concat(head, nested), concat(signTransfer(account), Uint8Array.of(0))]) {
        const { status, body } = await node.post(path, bytes, SIGNED_TRANSACTION)
        expect({ path, status, code: body.error_code }).toEqual({ path, status: 400, code: 'invalid_input' })
      }
    }
    expect((await node.post('/view', nested, VIEW_FUNCTION)).status).toBe(400)
  })

  it('a huge body is refused with 413', async () => {
    const { status, body } = await node.post('/transactions', new Uint8Array(2_000_000), SIGNED_TRANSACTION)
    expect({ status, code: body.error_code }).toEqual({ status: 413, code: 'web_framework_error' })
  })

  it('a transaction in JSON, or no body at all, is refused', async () => {
    expect((await node.post('/transactions', '{}')).status).toBe(400)
    expect((await node.post('/transactions/batch', '{}')).status).toBe(400)
    expect((await node.post('/transactions', 'x', 'text/weird')).status).toBe(415)
    expect((await node.post('/view', '')).status).toBe(400)
  })
})
