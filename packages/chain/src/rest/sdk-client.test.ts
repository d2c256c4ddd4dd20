import type { RequestListener } from 'node:http'
import { Aptos, AptosConfig, Network } from '@aptos-labs/ts-sdk'
import { startServer } from '@opal/domain/testing/start-server'
import { expect, it, onTestFinished } from 'vitest'
import { sdkClient } from './sdk-client.ts'

async function sdkOn(answer: RequestListener): Promise<Aptos> {
  const server = await startServer(answer)
  onTestFinished(() => server[Symbol.asyncDispose]())
  return new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: `${server.url}/v1`, client: sdkClient }))
}

it('asks with what the SDK sends, and gives back what the node says', async () => {
  const asked: unknown[] = []
  const aptos = await sdkOn((request, response) => {
    asked.push([request.method, request.url, request.headers['x-aptos-client'] !== undefined])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify([{ type: '0x1::account::Account' }]))
  })
  expect(await aptos.getAccountResources({ accountAddress: '0x1', options: { limit: 7 } })).toEqual([
    { type: '0x1::account::Account' },
  ])
  expect(asked).toEqual([['GET', expect.stringMatching(/^\/v1\/accounts\/0x1\/resources\?limit=7/), true]])
})

it('rejects with the node’s own error', async () => {
  const aptos = await sdkOn((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ message: 'no such account', error_code: 'account_not_found' }))
  })
  await expect(aptos.getAccountInfo({ accountAddress: '0x2' })).rejects.toThrow('no such account')
})

it('asks a node that hangs up once, and rejects', async () => {
  let asked = 0
  const aptos = await sdkOn((request) => {
    asked += 1
    request.socket.destroy()
  })
  await expect(aptos.getLedgerInfo()).rejects.toThrow()
  expect(asked).toBe(1)
})

it('parses no answer of a million lists', async () => {
  const aptos = await sdkOn((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array(1_000_000).fill([])))
  })
  await expect(aptos.getAccountResources({ accountAddress: '0x1' })).rejects.toMatchObject({ code: 'body-too-large' })
})

it.each([301, 302, 303, 307, 308])('follows no redirect: %i', async (status) => {
  let asked = 0
  const other = await startServer((_, response) => {
    asked += 1
    response.end('{}')
  })
  onTestFinished(() => other[Symbol.asyncDispose]())
  const aptos = await sdkOn((_, response) => response.writeHead(status, { location: other.url }).end())
  await expect(aptos.getLedgerInfo()).rejects.toThrow()
  await expect(aptos.view({ payload: { function: '0x1::shop::peek' } })).rejects.toThrow()
  expect(asked).toBe(0)
})
