import { join } from 'node:path'
import type { NetworkName } from '@opal/domain/network'
import { startServer } from '@opal/domain/testing/start-server'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { addressesOf, requirePublicUrl } from './addresses.ts'
import { dataDirectory } from './data-directory.ts'
import { choosePorts, type Ports } from './ports.ts'
import { programOf } from './programs.ts'
import { type ProgramName, readStartOptions } from './start-options.ts'

const DATABASE_URL = 'postgres://opal@127.0.0.1/opal'
const directory = dataDirectory('/data')

/** Describes a program of an instance whose ports are shifted by 700, if not otherwise named. */
function described(
  name: ProgramName,
  network: NetworkName,
  own: Record<string, string> = {},
  ports: Partial<Ports> = {},
) {
  const environment = { OPERATOR_TOKEN: 'a-token-of-the-operator', PATH: '/bin', ...own }
  const config = { ...readConfig(environment), DATABASE_URL }
  const read = readStartOptions({ dataDir: '/data', portOffset: '700', demo: true, network }, config)
  const options = { ...read, ports: { ...read.ports, ...ports } }
  return programOf(name, { options, addresses: addressesOf(network, options.ports, config), directory, config })
}

const environmentOf = (...args: Parameters<typeof described>) => described(...args).env

test('the indexer is ready once it has migrated the database, whatever the stream does then', async () => {
  let health: string | null = null
  await using server = await startServer((_request, response) => {
    response.writeHead(health === null ? 500 : 200).end(JSON.stringify({ state: health }))
  })
  const { isReady } = described('indexer', 'local', {}, { indexer: server.port })
  const readiness: Record<string, boolean> = {}
  for (health of [null, 'starting', 'standing-by', 'preparing', 'following', 'reconnecting', 'interrupted'])
    readiness[String(health)] = await isReady()
  expect(Object.entries(readiness).filter(([, ready]) => !ready)).toEqual([
    ['null', false],
    ['starting', false],
  ])
})

test('on the local network images come from the port of the art alone, wherever that is', () => {
  const { MEDIA_ALLOWED_HOSTS, IPFS_GATEWAYS } = environmentOf('indexer', 'local')
  expect(MEDIA_ALLOWED_HOSTS).toBe('127.0.0.1:8782')
  expect(IPFS_GATEWAYS).toBe('http://127.0.0.1:8782/ipfs')
})

test('on a public network no private host is allowed but the ones the operator named', () => {
  expect(environmentOf('indexer', 'mainnet').MEDIA_ALLOWED_HOSTS).toBeUndefined()
  const named = environmentOf('indexer', 'mainnet', { MEDIA_ALLOWED_HOSTS: 'images.lan:80' })
  expect(named.MEDIA_ALLOWED_HOSTS).toBe('images.lan:80')
})

test('the indexer gets the address of the node, which knows the head', () => {
  expect(environmentOf('indexer', 'local').NODE_URL).toBe('http://127.0.0.1:8780/v1')
  expect(environmentOf('indexer', 'mainnet').NODE_URL).toBe('https://api.mainnet.aptoslabs.com/v1')
})

test('each program serves its metrics on a port of its own, on this machine alone', () => {
  expect(environmentOf('indexer', 'local')).toMatchObject({ INDEXER_HOST: '127.0.0.1', INDEXER_PORT: '8760' })
  expect(environmentOf('api', 'local')).toMatchObject({ API_METRICS_PORT: '8761' })
  expect(environmentOf('web', 'local')).toMatchObject({ WEB_METRICS_PORT: '8762' })
  for (const name of ['api', 'web'] as const)
    expect(Object.keys(environmentOf(name, 'local')).filter((each) => each.endsWith('METRICS_HOST'))).toEqual([])
})

test('variables of the environment reach the programs, below those that the start sets', () => {
  const set = { STREAM_BACKFILL_CALLS: '5', NODE_URL: 'http://elsewhere/v1' }
  const passed = environmentOf('indexer', 'local', set)
  expect(passed).toMatchObject({ STREAM_BACKFILL_CALLS: '5', NODE_URL: 'http://127.0.0.1:8780/v1', DATABASE_URL })
  expect(environmentOf('web', 'local').NETWORK_JSON).toBe(join('/data', 'network.json'))
})

test('a price of APT is made up for the local market alone', () => {
  expect(environmentOf('api', 'local').APT_PRICE_SOURCE).toBe('static:8.50')
  for (const network of ['mainnet', 'testnet'] as const)
    expect(environmentOf('api', network).APT_PRICE_SOURCE).toBeUndefined()
  for (const network of ['local', 'mainnet'] as const)
    expect(environmentOf('api', network, { APT_PRICE_SOURCE: 'pyth' }).APT_PRICE_SOURCE).toBe('pyth')
})

test("a node with a key is the servers' alone: browsers are sent to one that everyone may ask", () => {
  const NODE_URL = 'https://node.example/0123456789abcdef0123456789abcdef/v1'
  const set = { NODE_URL, NODE_API_KEY: 'secret', API_PUBLIC_URL: 'https://api.example' }
  for (const name of ['api', 'indexer'] as const)
    expect(environmentOf(name, 'mainnet', set)).toMatchObject({ NODE_URL, NODE_API_KEY: 'secret' })
  expect(environmentOf('api', 'mainnet', set).NODE_PUBLIC_URL).toBe('https://api.mainnet.aptoslabs.com/v1')
  const web = environmentOf('web', 'mainnet', set)
  expect(web.NODE_PUBLIC_URL).toBe('https://api.mainnet.aptoslabs.com/v1')
  expect(JSON.stringify(web)).not.toMatch(/0123456789abcdef|secret/)
  const { node } = addressesOf('mainnet', choosePorts({}, 0), readConfig(set))
  expect(node).toBe('https://api.mainnet.aptoslabs.com/v1')
})

test('the API has a user of its own in a database of the person, where there is one', () => {
  const API_DATABASE_URL = 'postgres://opal_site@127.0.0.1/opal'
  expect(environmentOf('api', 'local', { API_DATABASE_URL }).DATABASE_URL).toBe(API_DATABASE_URL)
  expect(environmentOf('indexer', 'local', { API_DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
  expect(environmentOf('api', 'local').DATABASE_URL).toBe(DATABASE_URL)
})

test('on a public network the address of the API is not guessed', () => {
  expect(() => requirePublicUrl('mainnet', readConfig({}))).toThrow('set API_PUBLIC_URL to its https address')
  expect(environmentOf('web', 'mainnet').API_PUBLIC_URL).toBeUndefined()
  requirePublicUrl('mainnet', readConfig({ API_PUBLIC_URL: 'https://api.example' }))
  requirePublicUrl('local', readConfig({}))
})

test('a database that follows a public network has an account of its own; one that is thrown away need not', () => {
  const argsOf = (network: NetworkName, only?: string) => {
    const config = readConfig({})
    const options = readStartOptions(
      { dataDir: '/data', portOffset: '0', demo: true, network, ...(only && { only }) },
      config,
    )
    const addresses = addressesOf(network, options.ports, config)
    return programOf('postgres', { options, addresses, directory, config }).args?.at(-1)
  }
  expect(argsOf('mainnet')).toBe('own')
  expect(argsOf('testnet', 'postgres,indexer')).toBe('own')
  expect([argsOf('local'), argsOf('mainnet', 'postgres,api,web')]).toEqual(['', ''])
})
