import { once } from 'node:events'
import { connect } from 'node:net'
import { aptos } from '@aptos-labs/aptos-protos'
import { Client, type ClientReadableStream, credentials, type ServiceError, status } from '@grpc/grpc-js'
import { parseAddress } from '@opal/domain/address'
import { runs } from '@opal/domain/testing/effort/config'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'

type Response = aptos.indexer.v1.TransactionsResponse
const { path, responseDeserialize } = aptos.indexer.v1.RawDataService.getTransactions

let localnet: Localnet
let client: Client
beforeAll(async () => {
  localnet = await startTestLocalnet()
  localnet.blocks.pause()
  for (let block = 0; block < 10; block += 1) {
    localnet.fund(parseAddress('0xcafe'), 1n)
    localnet.ledger.commitBlock()
  }
  client = new Client(localnet.streamAddress, credentials.createInsecure())
})
afterAll(async () => {
  client.close()
  await localnet[Symbol.asyncDispose]()
})

function send(bytes: Buffer, method: string = path): ClientReadableStream<Response> {
  return client.makeServerStreamRequest(method, () => bytes, responseDeserialize, null)
}
/** Returns the status that a call ends with, or that it delivers transactions: then it is cancelled. */
async function outcome(call: ClientReadableStream<Response>): Promise<number | 'transactions'> {
  const { promise, resolve } = Promise.withResolvers<number | 'transactions'>()
  call.once('data', () => resolve('transactions'))
  call.once('error', (error: ServiceError) => resolve(error.code))
  call.once('end', () => resolve(status.OK))
  const ended = await promise
  call.on('error', () => undefined)
  call.cancel()
  return ended
}
const whole = () => outcome(send(Buffer.from([0x08, 0x00])))

it('answers random bytes with a status or transactions, and serves the next request', async () => {
  const head = fc.constantFrom(...[[], [0x08], [0x10], [0x18], [0x08, 0, 0x10]].map((bytes) => Uint8Array.from(bytes)))
  // A version still to come is waited for; that is no answer, so none is asked for here.
  const request = fc
    .tuple(head, fc.uint8Array({ maxLength: 40 }))
    .map((parts) => Buffer.concat(parts))
    .filter((bytes) => isMalformed(bytes) || startOf(bytes) <= localnet.ledger.head.version)
  await fc.assert(
    fc.asyncProperty(request, async (bytes) => {
      expect(['transactions', status.OK, status.INVALID_ARGUMENT]).toContain(await outcome(send(bytes)))
    }),
    { numRuns: runs(300) },
  )
  expect(await whole()).toBe('transactions')
})

function isMalformed(bytes: Buffer): boolean {
  try {
    aptos.indexer.v1.GetTransactionsRequest.decode(bytes)
    return false
  } catch {
    return true
  }
}
function startOf(bytes: Buffer): bigint {
  return aptos.indexer.v1.GetTransactionsRequest.decode(bytes).startingVersion ?? 0n
}

it('refuses an oversized request', async () => {
  const huge = Buffer.concat([Buffer.from([0x08, 0x00, 0x22, 0x80, 0x80, 0xc0, 0x02]), Buffer.alloc(5 * 1024 * 1024)])
  expect(await outcome(send(huge))).toBe(status.RESOURCE_EXHAUSTED)
  expect(await whole()).toBe('transactions')
})

it('reports an unknown method as unimplemented', async () => {
  expect(await outcome(send(Buffer.alloc(0), '/aptos.indexer.v1.RawData/Everything'))).toBe(status.UNIMPLEMENTED)
})

it('closes connections that are not gRPC, and serves the next client', async () => {
  const port = Number(localnet.streamAddress.split(':')[1])
  for (const noise of [
    'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
    '\0'.repeat(4_096),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnoise',
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.end(noise)
    socket.resume()
    await once(socket, 'close')
  }
  expect(await whole()).toBe('transactions')
})

it('releases a hundred cancelled calls', async () => {
  const calls = Array.from({ length: 100 }, () => send(Buffer.from([0x08, 0xff, 0xff, 0x03])))
  await Promise.all(
    calls.map(async (call) => {
      const ended = outcome(call)
      call.cancel()
      expect(await ended).toBe(status.CANCELLED)
    }),
  )
  expect(await whole()).toBe('transactions')
})
