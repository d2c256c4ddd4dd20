import { expect, test } from 'vitest'
import { recordedNetwork } from './recorded.ts'

test.each([
  ['/data/mainnet-transactions', 'mainnet'],
  ['/data/testnet-transactions/', 'testnet'],
  ['devnet-transactions', 'testnet'],
  ['/mainnet/of-my-own', 'mainnet'],
  ['/testnet-transactions/..', 'mainnet'],
])('identifies a folder %s as %s', (directory, network) => {
  expect(recordedNetwork(directory)).toBe(network)
})
