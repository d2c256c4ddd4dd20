import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CliConfig } from '../config.ts'
import { addressesOf } from './addresses.ts'
import type { DataDirectory } from './data-directory.ts'
import { programOf } from './programs.ts'
import { readStartOptions } from './start-options.ts'

const DATABASE_URL = 'postgres://opal@127.0.0.1/opal'
const directory: DataDirectory = {
  path: '/data',
  postgres: '/data/postgres',
  chain: '/data/chain',
  logs: '/data/logs',
  networkJson: '/data/network.json',
  databaseUrlFile: '/data/database-url',
  release: () => undefined,
}

/** What a program is told, by an instance whose ports are shifted by 700. */
function environmentOf(name: 'indexer' | 'web', network: 'local' | 'mainnet', own: Record<string, string> = {}) {
  const environment = { OPERATOR_TOKEN: 'a-token-of-the-operator', ...own }
  const config: CliConfig = { OPAL_NETWORK: network, MARKETPLACE_CONTRACTS: {}, DATABASE_URL, environment }
  const options = readStartOptions({ dataDir: '/data', portOffset: '700', demo: true, network }, config)
  return programOf(name, { options, addresses: addressesOf(network, options.ports, config), directory, config }).env
}

test('on the local network pictures come from the port of the art alone, wherever that is', () => {
  const { MEDIA_ALLOWED_HOSTS, IPFS_GATEWAYS } = environmentOf('indexer', 'local')
  expect(MEDIA_ALLOWED_HOSTS).toBe('127.0.0.1:8782')
  expect(IPFS_GATEWAYS).toBe('http://127.0.0.1:8782/ipfs')
})

test('on a public network no private host is allowed but the ones the operator named', () => {
  expect(environmentOf('indexer', 'mainnet').MEDIA_ALLOWED_HOSTS).toBeUndefined()
  const named = environmentOf('indexer', 'mainnet', { MEDIA_ALLOWED_HOSTS: 'pictures.lan:80' })
  expect(named.MEDIA_ALLOWED_HOSTS).toBe('pictures.lan:80')
})

test('the indexer is told the node, which says where the head is', () => {
  expect(environmentOf('indexer', 'local').NODE_URL).toBe('http://127.0.0.1:8780/v1')
  expect(environmentOf('indexer', 'mainnet').NODE_URL).toBe('https://api.mainnet.aptoslabs.com/v1')
})

test('what the person set reaches the programs, and what is ours to say wins', () => {
  const told = environmentOf('web', 'local', { STREAM_BACKFILL_CALLS: '5', NODE_URL: 'http://elsewhere/v1' })
  expect(told).toMatchObject({ STREAM_BACKFILL_CALLS: '5', NODE_URL: 'http://127.0.0.1:8780/v1', DATABASE_URL })
  expect(told.NETWORK_JSON).toBe(join('/data', 'network.json'))
})
