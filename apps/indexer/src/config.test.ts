import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const DATABASE_URL = 'postgres://opal@127.0.0.1/opal'
const given = { OPAL_NETWORK: 'local', DATABASE_URL }

describe('what is indexed besides tokens and orders', () => {
  const scope = (environment: Record<string, string>) => {
    const { fungible, objects } = readConfig({ ...given, ...environment }).scope
    return [fungible, objects]
  }

  test('is everything on localnet, for the SDK', () => {
    expect(scope({})).toEqual(['all', 'all'])
  })

  test.each(['testnet', 'mainnet'])('is what costs nothing extra on %s', (network) => {
    expect(scope({ OPAL_NETWORK: network })).toEqual(['none', 'tokens'])
  })

  test('is what the operator configures', () => {
    const environment = { INDEX_FUNGIBLE_ASSETS: 'apt', INDEX_OBJECTS: 'history' }
    expect(scope({ OPAL_NETWORK: 'mainnet', ...environment })).toEqual(['apt', 'history'])
  })

  test('includes the name service of the network', () => {
    const contracts = ['local', 'testnet', 'mainnet'].map(
      (network) => readConfig({ DATABASE_URL, OPAL_NETWORK: network }).scope.names.contract,
    )
    expect(new Set(contracts).size).toBe(3)
  })
})

test.each([
  ['local', '127.0.0.1:50051', false],
  ['testnet', 'grpc.testnet.aptoslabs.com:443', true],
  ['mainnet', 'grpc.mainnet.aptoslabs.com:443', true],
])('without an address follows the stream of %s', (OPAL_NETWORK, address, tls) => {
  expect(readConfig({ ...given, OPAL_NETWORK }).stream).toMatchObject({ address, tls })
  // As compose files and services pass it on where it is not set.
  expect(readConfig({ ...given, OPAL_NETWORK, STREAM_ADDRESS: '' }).stream).toMatchObject({ address })
  const own = { OPAL_NETWORK, STREAM_ADDRESS: 'stream.example:50051' }
  expect(readConfig({ ...given, ...own }).stream.address).toBe('stream.example:50051')
  expect(() => readConfig({ ...given, OPAL_NETWORK, STREAM_ADDRESS: 'https://stream.example' })).toThrow('host:port')
})

test('reads the backfill with three calls, or as many as configured', () => {
  expect(readConfig(given).stream.backfill).toEqual({ calls: 3, maxBytes: 96 * 2 ** 20 })
  expect(readConfig(given).stream.copiesPast).toBe(false)
  const said = { STREAM_BACKFILL_CALLS: '1', STREAM_BACKFILL_MIB: '8' }
  expect(readConfig({ ...given, ...said }).stream.backfill).toEqual({ calls: 1, maxBytes: 8 * 2 ** 20 })
  expect(() => readConfig({ ...given, STREAM_BACKFILL_CALLS: '0' })).toThrow('STREAM_BACKFILL_CALLS')
})

test('reports all faults together', () => {
  const faulty = { INDEX_OBJECTS: 'some', INDEX_FUNGIBLE_ASSETS: 'usdc' }
  expect(() => readConfig(faulty)).toThrow(/DATABASE_URL.*INDEX_FUNGIBLE_ASSETS.*INDEX_OBJECTS/s)
})

test('reports an open status with any other fault, and shows the value', () => {
  const open = { INDEXER_HOST: '0.0.0.0', INDEXER_PORT: 'x', SNAPSHOT_AT: '25:00' }
  expect(() => readConfig({ ...given, ...open })).toThrow(
    /SNAPSHOT_AT: expected HH:MM, not "25:00"\n.*INDEXER_PORT: expected a number, not "x"\n.*INDEXER_HOST: 0\.0\.0\.0 is not loopback/s,
  )
})

test.each([[{ S3_ACCESS_KEY_ID: 'id' }], [{ S3_SECRET_ACCESS_KEY: 'secret', S3_ACCESS_KEY_ID: '' }]])(
  'half a key of the object store is a fault, and is not shown: %j',
  (half) => {
    expect(() => readConfig({ ...given, ...half, SNAPSHOT_AT: '25:00' })).toThrow(
      /SNAPSHOT_AT.*S3_ACCESS_KEY_ID: set it and S3_SECRET_ACCESS_KEY, or neither$/s,
    )
    expect(readConfig({ ...given, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }).s3.keys).not.toBeNull()
  },
)

test("requires the network, and serves the local one's status to this machine only", () => {
  expect(() => readConfig({ DATABASE_URL })).toThrow('OPAL_NETWORK')
  const open = { INDEXER_PORT: '0', INDEXER_HOST: '0.0.0.0' }
  expect(() => readConfig({ ...given, ...open })).toThrow('INDEXER_HOST: 0.0.0.0 is not loopback')
  expect(readConfig({ ...given, OPAL_NETWORK: 'mainnet', ...open }).status).toMatchObject({ host: '0.0.0.0' })
})

test('reads a node key from its own variable, not from the address, which errors quote', () => {
  expect(() => readConfig({ ...given, NODE_URL: 'https://me:secret@node.example/v1' })).toThrow(
    'NODE_URL: contains a user name',
  )
  expect(readConfig({ ...given, NODE_API_KEY: 'key' }).nodeApiKey).toBe('key')
  expect(readConfig({ ...given, NODE_API_KEY: '' }).nodeApiKey).toBeNull()
  expect(readConfig({ ...given, NODE_URL: '' }).nodeUrl).toBeNull()
})

test('serves the status on this machine, whatever other programs listen on', () => {
  const set = { ...given, OPAL_NETWORK: 'mainnet', INDEXER_PORT: '8060', HOST: '0.0.0.0' }
  expect(readConfig(set).status).toEqual({ host: '127.0.0.1', port: 8060 })
})

test("knows the network's aggregator, or the configured one", () => {
  const aggregator = (AGGREGATOR_ADDRESS?: string) =>
    readConfig({ ...given, OPAL_NETWORK: 'mainnet', AGGREGATOR_ADDRESS }).aggregator
  expect(readConfig(given).aggregator).toMatch(/^0x[\da-f]{64}$/)
  expect(aggregator()).toBeNull()
  expect(aggregator('')).toBeNull()
  expect(aggregator('0xa66')).toMatch(/^0x0*a66$/)
  expect(() => aggregator('opal')).toThrow('AGGREGATOR_ADDRESS: expected an address')
})
