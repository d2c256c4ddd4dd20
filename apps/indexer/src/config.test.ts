import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const DATABASE_URL = 'postgres://opal@127.0.0.1/opal'
const given = { OPAL_NETWORK: 'local', DATABASE_URL }

describe('what is followed beside tokens and orders', () => {
  const scope = (environment: Record<string, string>) => {
    const { fungible, objects } = readConfig({ ...given, ...environment }).scope
    return [fungible, objects]
  }

  test('is everything on localnet, where the SDK asks for it', () => {
    expect(scope({})).toEqual(['all', 'all'])
  })

  test.each(['testnet', 'mainnet'])('is what costs nothing on %s', (network) => {
    expect(scope({ OPAL_NETWORK: network })).toEqual(['none', 'tokens'])
  })

  test('is what the operator says', () => {
    const environment = { INDEX_FUNGIBLE_ASSETS: 'apt', INDEX_OBJECTS: 'history' }
    expect(scope({ OPAL_NETWORK: 'mainnet', ...environment })).toEqual(['apt', 'history'])
  })

  test('has the name service of the network', () => {
    const contracts = ['local', 'testnet', 'mainnet'].map(
      (network) => readConfig({ DATABASE_URL, OPAL_NETWORK: network }).scope.names.contract,
    )
    expect(new Set(contracts).size).toBe(3)
  })
})

test('the past is read by three calls, or by as many as the operator says', () => {
  expect(readConfig(given).stream.backfill).toEqual({ calls: 3, maxBytes: 96 * 2 ** 20 })
  const said = { STREAM_BACKFILL_CALLS: '1', STREAM_BACKFILL_MIB: '8' }
  expect(readConfig({ ...given, ...said }).stream.backfill).toEqual({ calls: 1, maxBytes: 8 * 2 ** 20 })
  expect(() => readConfig({ ...given, STREAM_BACKFILL_CALLS: '0' })).toThrow('STREAM_BACKFILL_CALLS')
})

test('every fault is named at once', () => {
  const faulty = { INDEX_OBJECTS: 'some', INDEX_FUNGIBLE_ASSETS: 'usdc' }
  expect(() => readConfig(faulty)).toThrow(/DATABASE_URL.*INDEX_FUNGIBLE_ASSETS.*INDEX_OBJECTS/s)
})

test('the network is named, and the status of the local one is for this machine alone', () => {
  expect(() => readConfig({ DATABASE_URL })).toThrow('OPAL_NETWORK')
  const open = { INDEXER_PORT: '0', INDEXER_HOST: '0.0.0.0' }
  expect(() => readConfig({ ...given, ...open })).toThrow('INDEXER_HOST: 0.0.0.0 is not loopback')
  expect(readConfig({ ...given, OPAL_NETWORK: 'mainnet', ...open }).status).toMatchObject({ host: '0.0.0.0' })
})

test('a key of the node is no part of its address, which errors quote', () => {
  expect(() => readConfig({ ...given, NODE_URL: 'https://me:secret@node.example/v1' })).toThrow(
    'NODE_URL: holds a user',
  )
  expect(readConfig({ ...given, NODE_API_KEY: 'key' }).nodeApiKey).toBe('key')
  expect(readConfig({ ...given, NODE_API_KEY: '' }).nodeApiKey).toBeNull()
})

test('the status is served on this machine, whatever the other programs listen on', () => {
  const set = { ...given, OPAL_NETWORK: 'mainnet', INDEXER_PORT: '8060', HOST: '0.0.0.0' }
  expect(readConfig(set).status).toEqual({ host: '127.0.0.1', port: 8060 })
})
