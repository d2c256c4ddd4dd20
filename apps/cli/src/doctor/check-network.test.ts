import { responseOf } from '@opal/chain/testing/responses'
import { startStreamServer } from '@opal/chain/testing/stream-server'
import { parseAddress } from '@opal/domain/address'
import { startServer } from '@opal/domain/testing/start-server'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { describe, expect, test } from 'vitest'
import { checkClock, checkContracts, checkNode, checkStart, checkStream } from './check-network.ts'

const LEDGER = { chainId: 1, version: 5_000n, timestampMicros: 1_700_000_000_000_000n, blockHeight: 9n }
/** gRPC's own numbers. */
const UNAUTHENTICATED = 16
const UNAVAILABLE = 14
const NOW_MS = 1_700_000_000_000

/** A node that knows code at the given accounts. */
async function startNode(chainId: number, published: readonly string[] = []) {
  const server = await startServer((request, response) => {
    const account = /^\/v1\/accounts\/(0x\w+)\//.exec(request.url ?? '')?.[1]
    const found = account === undefined || published.includes(account)
    const ledger = { chain_id: chainId, ledger_version: '5000', ledger_timestamp: '1', block_height: '9' }
    const body = found ? ledger : { error_code: 'resource_not_found', message: 'no such resource' }
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { ...server, url: `${server.url}/v1` }
}

describe('the node', () => {
  test('is asked for its chain', async () => {
    await using node = await startNode(1)
    expect(await checkNode({ nodeUrl: node.url }, 1)).toMatchObject({ chainId: 1, version: 5_000n })
    await expect(checkNode({ nodeUrl: node.url }, 2)).rejects.toThrow('is of chain 1, the network is chain 2')
  })

  test('is named when it does not answer', async () => {
    await expect(checkNode({ nodeUrl: 'http://127.0.0.1:1/v1' }, 1)).rejects.toThrow('does not answer')
  })
})

test("the clock may differ from the chain's by half a minute", () => {
  expect(checkClock(LEDGER, NOW_MS + 2_000)).toBe("2.0 s ahead of the chain's")
  expect(() => checkClock(LEDGER, NOW_MS - 90_000)).toThrow("90.0 s behind the chain's")
})

test('a start that is not on the chain yet is refused', () => {
  expect(checkStart(4_000n, LEDGER)).toContain('1,000 transactions behind the head')
  expect(() => checkStart(6_000n, LEDGER)).toThrow('has only 5000')
})

describe('the stream', () => {
  /** @param timeoutMs short where nothing comes; a busy machine may take seconds to answer. */
  const ask = (address: string, timeoutMs = 30_000) =>
    checkStream({ address, tls: false, apiKey: 'k', fromVersion: 7n, chainId: 4 }, timeoutMs)

  test('delivers the version to begin with', async () => {
    await using server = await startStreamServer(
      ({ startingVersion, send }) => void send(responseOf([startingVersion])),
    )
    expect(await ask(server.address)).toContain('takes the key and delivers version 7 of chain 4')
  })

  test.each([
    ['refuses the key', UNAUTHENTICATED, 'UNAUTHENTICATED', 30_000],
    ['is away', UNAVAILABLE, 'within 1 s', 1_000],
  ])('is named when it %s', async (_, code, words, timeoutMs) => {
    await using server = await startStreamServer(({ fail }) => fail(code, 'no'))
    await expect(ask(server.address, timeoutMs)).rejects.toThrow(words)
  })

  test('that is asked as if it were encrypted is answered with what to set; asked plainly it is not', async () => {
    await using server = await startStreamServer(
      ({ startingVersion, send }) => void send(responseOf([startingVersion])),
    )
    const options = { address: server.address, apiKey: 'k', fromVersion: 7n, chainId: 4 }
    const encrypted = checkStream({ ...options, tls: true }, 1_000)
    await expect(encrypted).rejects.toThrow('Where the stream is not encrypted, set STREAM_TLS=false.')
    await using silent = await startStreamServer(() => undefined)
    const plain = checkStream({ ...options, address: silent.address, tls: false }, 300)
    await expect(plain).rejects.toThrow(/says nothing$/)
  })

  test('is named when it is of another chain, or says nothing', async () => {
    await using other = await startStreamServer(({ send }) => void send(responseOf([7n], 2n)))
    await expect(ask(other.address)).rejects.toThrow('is of chain 2')
    await using silent = await startStreamServer(() => undefined)
    await expect(ask(silent.address, 1_000)).rejects.toThrow('within 1 s: it says nothing')
  })
})

describe('the contracts', () => {
  const ours = contractsOf('mainnet').filter(({ adapter }) => adapter.isNative)
  const [native] = ours

  test('have code at their configured addresses', async () => {
    await using node = await startNode(1, [String(native?.contracts.packageAddress)])
    expect(await checkContracts(ours, null, { nodeUrl: node.url })).toContain(String(native?.adapter.id))
    await using empty = await startNode(1)
    await expect(checkContracts(ours, null, { nodeUrl: empty.url })).rejects.toThrow('There is no code for')
  })

  test('of the aggregator, too, where one is configured', async () => {
    const aggregator = parseAddress('0xa66')
    const own = String(native?.contracts.packageAddress)
    await using node = await startNode(1, [own, aggregator])
    expect(await checkContracts(ours, aggregator, { nodeUrl: node.url })).toMatch(/, the aggregator$/)
    await using without = await startNode(1, [own])
    await expect(checkContracts(ours, aggregator, { nodeUrl: without.url })).rejects.toThrow(
      'correct AGGREGATOR_ADDRESS',
    )
  })

  test('of our own marketplace must be configured', async () => {
    await expect(checkContracts([], null, { nodeUrl: 'http://127.0.0.1:1/v1' })).rejects.toThrow(
      'set MARKETPLACE_CONTRACTS',
    )
  })
})
