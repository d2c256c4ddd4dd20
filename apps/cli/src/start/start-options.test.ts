import { expect, test } from 'vitest'
import type { CliConfig } from '../config.ts'
import { readStartOptions } from './start-options.ts'

const config: CliConfig = { OPAL_NETWORK: 'local', MARKETPLACE_CONTRACTS: {}, environment: {} }
const raw = { dataDir: '.opal', portOffset: '0', demo: true }

test('everything runs on the local network', () => {
  expect(readStartOptions(raw, config).programs).toEqual(['postgres', 'localnet', 'indexer', 'api', 'web'])
})

test('no localnet runs for a public network', () => {
  const options = readStartOptions({ ...raw, network: 'testnet' }, config)
  expect(options.programs).toEqual(['postgres', 'indexer', 'api', 'web'])
})

test('no PostgreSQL is started when a database is given', () => {
  const given = { ...config, DATABASE_URL: 'postgres://me@db/opal' }
  expect(readStartOptions({ ...raw, only: 'api, web' }, given).programs).toEqual(['api', 'web'])
})

test('an API without any database is refused with what to add', () => {
  expect(() => readStartOptions({ ...raw, only: 'api' }, config)).toThrow('set DATABASE_URL, or add postgres to --only')
})

test('an unknown program or network is answered with the known ones', () => {
  expect(() => readStartOptions({ ...raw, only: 'apo' }, config)).toThrow('postgres, localnet, indexer, api, web')
  expect(() => readStartOptions({ ...raw, network: 'moon' }, config)).toThrow('local, testnet, mainnet')
})
