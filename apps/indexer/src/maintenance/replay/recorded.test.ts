import { expect, test } from 'vitest'
import { recordedNetwork } from './recorded.ts'

test.each([
  ['/data/mainnet-transactions', 'mainnet'],
  ['/data/testnet-transactions/', 'testnet'],
  ['devnet-transactions', 'testnet'],
  ['/mainnet/of-my-own', 'mainnet'],
  ['/testnet-transactions/..', 'mainnet'],
])('a folder %s is of %s', (directory, network) => {
  expect(recordedNetwork(directory)).toBe(network)
})
