import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'

let localnet: Localnet
beforeAll(async () => {
  localnet = await startTestLocalnet()
})
afterAll(() => localnet[Symbol.asyncDispose]())

async function post(path: string, body?: unknown) {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${localnet.faucetUrl}${path}`, { method: 'POST', ...init })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
async function balanceOf(address: string): Promise<number> {
  const response = await fetch(`${localnet.nodeUrl}/accounts/${address}/balance/0x1::aptos_coin::AptosCoin`)
  return (await response.json()) as number
}
const settled = (hash: string) => localnet.ledger.waitForTransaction(hash, 5_000)

describe('the faucet', () => {
  it('pays sixty concurrent requests, each by its own committed user transaction', async () => {
    const receivers = Array.from({ length: 60 }, (_, index) => `0x${(index + 1_000).toString(16)}`)
    const answers = await Promise.all(receivers.map((address) => post('/fund', { address, amount: 700 })))
    const hashes = answers.map(({ body }) => body.txn_hashes[0] as string)
    expect(new Set(hashes).size).toBe(60)
    for (const hash of hashes) expect(await settled(hash)).toMatchObject({ info: { success: true } })
    expect(await Promise.all(receivers.map(balanceOf))).toEqual(receivers.map(() => 700))
  })

  it('continues after its transactions were committed', async () => {
    const { hash } = localnet.fund(parseAddress('0xf00d'), 5n)
    await settled(hash)
    const { body } = await post('/fund', { address: '0xf00d', amount: '6' })
    await settled(body.txn_hashes[0])
    expect(await balanceOf('0xf00d')).toBe(11)
  })

  it('understands the query form of older clients', async () => {
    const { status, body } = await post('/mint?address=0xf1&amount=40')
    expect(status).toBe(200)
    await settled(body[0])
    expect(await balanceOf('0xf1')).toBe(40)
  })

  it.each([
    {},
    { address: 'nobody', amount: 1 },
    { address: '0x1', amount: -1 },
    { address: '0x1', amount: 1.5 },
    { address: '0x1', amount: '1e9' },
    { address: '0x1', amount: 20_000_000_000_000 },
    { address: '0x1', amount: '99999999999999999999' },
    [],
    null,
  ])('refuses %j with 400', async (body) => {
    const answer = await post('/fund', body)
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'invalid_input' } })
  })

  it('answers its health check', async () => {
    expect(await (await fetch(localnet.faucetUrl)).text()).toBe('tap:ok')
  })
})
