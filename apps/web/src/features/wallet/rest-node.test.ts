import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRestNode } from './rest-node.ts'

function answerWith(body: unknown, status = 200) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }))
}
const node = createRestNode('http://node.test/v1')
afterEach(() => vi.unstubAllGlobals())

describe('a node over REST', () => {
  it('reads a balance beyond the range of a float', async () => {
    answerWith(['9007199254740993'])
    expect(await node.balance('0x1')).toBe(9007199254740993n)
  })

  it('returns null when the balance cannot be read', async () => {
    for (const body of [{ message: 'no' }, [], ['-1'], ['1.5'], null]) {
      answerWith(body)
      expect(await node.balance('0x1')).toBeNull()
    }
  })

  it('returns null when the node cannot be reached', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await node.balance('0x1')).toBeNull()
  })

  it('counts no transaction of an address without an account, whether the node has default accounts or not', async () => {
    answerWith({ sequence_number: '0', authentication_key: '0x1' })
    expect(await node.sequenceNumber('0x1')).toBe(0n)
    answerWith({ error_code: 'account_not_found' }, 404)
    expect(await node.sequenceNumber('0x1')).toBe(0n)
  })

  it.each([
    ['another refusal', { error_code: 'version_pruned' }, 410],
    ['a missing path', { error_code: 'web_framework_error' }, 404],
    ['a server in front of it', 'no such page', 404],
    ['an overload', { message: 'slow down' }, 429],
  ])('says nothing of an address by %s', async (_, body, status) => {
    answerWith(body, status)
    expect(await node.sequenceNumber('0x1')).toBeNull()
  })

  it('distinguishes pending, committed and unknown transactions', async () => {
    answerWith({ type: 'pending_transaction', hash: '0x1' })
    expect(await node.transaction('0x1')).toEqual({ state: 'pending' })
    answerWith({ error_code: 'transaction_not_found' }, 404)
    expect(await node.transaction('0x1')).toEqual({ state: 'unknown' })
    answerWith({
      type: 'user_transaction',
      success: false,
      sender: '0xb0b',
      version: '7',
      vm_status: 'Move abort',
      gas_used: '3',
      gas_unit_price: '100',
    })
    expect(await node.transaction('0x1')).toEqual({
      state: 'committed',
      success: false,
      sender: `0x${'b0b'.padStart(64, '0')}`,
      version: 7n,
      vmStatus: 'Move abort',
      gasOctas: 300n,
    })
  })

  // @feature trade.unanswered
  it.each([
    ['a hash that is none', { message: 'invalid hash', error_code: 'invalid_input' }, 400],
    ['a hash that it does not know', { error_code: 'transaction_not_found' }, 404],
    ['one that it has pruned', { error_code: 'version_pruned' }, 410],
  ])('has no transaction of %s', async (_, body, status) => {
    answerWith(body, status)
    expect(await node.transaction('0x1')).toEqual({ state: 'unknown' })
  })

  it.each([401, 403, 408, 429, 500, 503])('says nothing of a transaction by status %i', async (status) => {
    answerWith({ message: 'no', error_code: 'web_framework_error' }, status)
    await expect(node.transaction('0x1')).rejects.toThrow()
  })

  // @feature trade.unanswered
  it('says when the transaction with a sequence number was executed, which one in the queue was not yet', async () => {
    const sent = { hash: '0xfeed', sequence_number: '4', payload: { function: '0x1::coin::transfer' } }
    answerWith([{ ...sent, type: 'user_transaction', timestamp: '1764457200123456' }])
    const found = { hash: '0xfeed', call: '0x1::coin::transfer' }
    expect(await node.transactionAt('0x1', 4n)).toEqual({ ...found, executedAtMs: 1764457200123 })
    answerWith([{ ...sent, type: 'pending_transaction' }])
    expect(await node.transactionAt('0x1', 4n)).toEqual(found)
  })

  it('says when its newest block was made, which is unknown where it does not answer', async () => {
    answerWith({ chain_id: 1, ledger_timestamp: '1764457200123456' })
    expect(await node.ledgerTimeMs()).toBe(1764457200123)
    answerWith({ message: 'slow down' }, 429)
    expect(await node.ledgerTimeMs()).toBeNull()
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await node.ledgerTimeMs()).toBeNull()
  })

  it('rejects a response that is no transaction', async () => {
    answerWith({ hello: 'world' })
    await expect(node.transaction('0x1')).rejects.toThrow()
  })
})
