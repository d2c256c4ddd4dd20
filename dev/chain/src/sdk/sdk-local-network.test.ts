import { createServer } from 'node:net'
import { Account, Aptos, AptosConfig, Network } from '@aptos-labs/ts-sdk'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { start } from '../start.ts'

const { nodePort, faucetPort, host } = readConfig({})

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer().once('error', () => resolve(false))
  server.listen(port, host, () => server.close(() => resolve(true)))
  return promise
}

const areFree = (await Promise.all([nodePort, faucetPort].map(isFree))).every(Boolean)
if (!areFree) {
  process.stderr.write(`Port ${nodePort} or ${faucetPort} is in use: the SDK's own LOCAL network is not tested.\n`)
}

it.runIf(areFree)('the SDK connects to the localnet by Network.LOCAL without configuration', async () => {
  const config = { ...readConfig({}), streamPort: 0, readinessPort: 0, logLevel: 'silent' as const }
  await using _localnet = await start(config)
  const aptos = new Aptos(new AptosConfig({ network: Network.LOCAL }))
  const [sender, receiver] = [Account.generate(), Account.generate()]
  const accountAddress = sender.accountAddress
  await aptos.fundAccount({ accountAddress, amount: 100_000_000, options: { waitForIndexer: false } })
  const transfer = { sender: accountAddress, recipient: receiver.accountAddress, amount: 7 }
  const { hash } = await aptos.signAndSubmitTransaction({
    signer: sender,
    transaction: await aptos.transferCoinTransaction(transfer),
  })
  expect((await aptos.waitForTransaction({ transactionHash: hash })).success).toBe(true)
  expect(await aptos.getAccountAPTAmount({ accountAddress: receiver.accountAddress })).toBe(7)
  expect(await aptos.ans.getPrimaryName({ address: accountAddress })).toBeUndefined()
})
