import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { aptos } from '@aptos-labs/aptos-protos'
import { Client, type ClientReadableStream, credentials, status } from '@grpc/grpc-js'
import { parseAddress } from '@opal/domain/address'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Localnet } from '../start.ts'
import { startTestLocalnet } from '../testing/start-localnet.ts'
import { responsesOf } from './encode-response.ts'
import { getTransactions } from './get-transactions.ts'

type Call = Parameters<typeof getTransactions>[1]

type Response = aptos.indexer.v1.TransactionsResponse
type Request = aptos.indexer.v1.GetTransactionsRequest
const { Transaction } = aptos.transaction.v1

let localnet: Localnet
let client: InstanceType<typeof aptos.indexer.v1.RawDataClient>

beforeAll(async () => {
  localnet = await startTestLocalnet()
  localnet.blocks.pause()
  for (let block = 0; block < 60; block += 1) commitTransfer()
  client = new aptos.indexer.v1.RawDataClient(localnet.streamAddress, credentials.createInsecure())
})
afterAll(async () => {
  client.close()
  await localnet[Symbol.asyncDispose]()
})

function commitTransfer(): void {
  localnet.fund(parseAddress('0xcafe'), 1n)
  localnet.ledger.commitBlock()
}
/** Reads until `count` transactions came or the stream ended. */
async function read(request: Request, count = Number.POSITIVE_INFINITY): Promise<Response[]> {
  const call = client.getTransactions(request)
  return readCall(call, count)
}
async function readCall(call: ClientReadableStream<Response>, count: number): Promise<Response[]> {
  const responses: Response[] = []
  let seen = 0
  call.once('error', () => {})
  for await (const response of call as AsyncIterable<Response>) {
    responses.push(response)
    seen += response.transactions?.length ?? 0
    if (seen >= count) break
  }
  call.cancel()
  return responses
}
const versionsOf = (responses: Response[]) =>
  responses.flatMap(({ transactions }) => (transactions ?? []).map(({ version }) => version))
const range = (start: bigint, count: number) => Array.from({ length: count }, (_, index) => start + BigInt(index))

describe('GetTransactions', () => {
  it('sends history from any version in order, with the chain id, in bounded batches', async () => {
    const total = Number(localnet.ledger.head.version) + 1
    expect(total).toBeGreaterThan(150)
    const responses = await read({ startingVersion: 0n, transactionsCount: BigInt(total) })
    expect(versionsOf(responses)).toEqual(range(0n, total))
    for (const response of responses) {
      expect(response.chainId).toBe(4n)
      expect(response.transactions?.length).toBeLessThanOrEqual(100)
    }
    expect(versionsOf(await read({ startingVersion: 7n, transactionsCount: 5n }))).toEqual(range(7n, 5))
  })

  it('honours batch_size and a count of one', async () => {
    const responses = await read({ startingVersion: 0n, transactionsCount: 10n, batchSize: 3n })
    for (const response of responses) expect(response.transactions?.length).toBeLessThanOrEqual(3)
    expect(versionsOf(responses)).toEqual(range(0n, 10))
    expect(versionsOf(await read({ startingVersion: 2n, transactionsCount: 1n }))).toEqual([2n])
  })

  it('continues live, and sends a late client the same transactions', async () => {
    const start = localnet.ledger.head.version + 1n
    const live = read({ startingVersion: start }, 9)
    for (let block = 0; block < 5; block += 1) commitTransfer()
    const received = (await live).flatMap(({ transactions }) => transactions ?? [])
    const late = await read({ startingVersion: start, transactionsCount: BigInt(received.length) })
    const bytes = (list: readonly aptos.transaction.v1.Transaction[]) =>
      list.map((transaction) => Buffer.from(Transaction.encode(transaction).finish()).toString('base64'))
    expect(bytes(late.flatMap(({ transactions }) => transactions ?? []))).toEqual(bytes(received))
    expect(received[0]?.version).toBe(start)
  })

  it('waits for a future version', async () => {
    const start = localnet.ledger.head.version + 4n
    const future = read({ startingVersion: start, transactionsCount: 1n })
    for (let block = 0; block < 3; block += 1) commitTransfer()
    expect(versionsOf(await future)).toEqual([start])
  })

  it.each([0n, 1_001n])('refuses a batch size of %s', async (batchSize) => {
    await expect(read({ startingVersion: 0n, batchSize })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT })
  })

  it('refuses bytes that are not a request', async () => {
    const { path, responseDeserialize } = aptos.indexer.v1.RawDataService.getTransactions
    const raw = new Client(localnet.streamAddress, credentials.createInsecure())
    const garbage = () => Buffer.from([0x08, 0xff, 0xff])
    const call = raw.makeServerStreamRequest(path, garbage, responseDeserialize, null)
    await expect(readCall(call, 1)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT })
    raw.close()
  })

  it('waits for the highest possible version', async () => {
    const call = client.getTransactions({ startingVersion: 18_446_744_073_709_551_615n })
    const ended = readCall(call, 1)
    commitTransfer()
    call.cancel()
    await expect(ended).rejects.toMatchObject({ code: status.CANCELLED })
    expect(versionsOf(await read({ startingVersion: 0n, transactionsCount: 1n }))).toEqual([0n])
  })

  it('ends immediately for a count of zero', async () => {
    expect(await read({ startingVersion: 0n, transactionsCount: 0n })).toEqual([])
  })

  it('releases the chain when the client cancels', async () => {
    const stream = vi.spyOn(localnet.ledger, 'stream')
    await read({ startingVersion: 0n }, 1)
    const signal = stream.mock.lastCall?.[1]
    if (signal === undefined) throw new Error('the chain was never asked')
    if (!signal.aborted) await once(signal, 'abort')
    stream.mockRestore()
  })

  it('stops reading ahead while the client does not read', async () => {
    const written: (() => void)[] = []
    const call = new Writable({
      objectMode: true,
      highWaterMark: 2,
      write: (_chunk, _encoding, done) => void written.push(done),
    })
    const total = BigInt(localnet.ledger.head.version)
    const request = { startingVersion: 0n, transactionsCount: total, batchSize: 1n }
    const answered = Object.assign(call, { request, sendMetadata: () => undefined })
    const served = getTransactions(responsesOf(localnet.ledger), answered as unknown as Call)
    await setImmediate()
    expect(call.writableLength).toBe(2)
    while (!call.writableFinished) {
      written.shift()?.()
      await setImmediate()
    }
    await served
  })

  it('serves a slow reader and several readers side by side', async () => {
    const readers = Array.from({ length: 4 }, (_, index) =>
      read({ startingVersion: BigInt(index), transactionsCount: 100n, batchSize: 1n }),
    )
    const results = await Promise.all(readers)
    for (const [index, responses] of results.entries()) {
      expect(versionsOf(responses)).toEqual(range(BigInt(index), 100))
    }
  })
})
