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
      version: '7',
      vm_status: 'Move abort',
      gas_used: '3',
      gas_unit_price: '100',
    })
    expect(await node.transaction('0x1')).toEqual({
      state: 'committed',
      success: false,
      version: 7n,
      vmStatus: 'Move abort',
      gasOctas: 300n,
    })
  })

  it('rejects a response that is no transaction', async () => {
    answerWith({ hello: 'world' })
    await expect(node.transaction('0x1')).rejects.toThrow()
  })
})
