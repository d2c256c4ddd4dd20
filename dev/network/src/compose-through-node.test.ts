import { createNodeClient, type NodeClient } from '@opal/chain/rest/node-client'
import type { Localnet } from '@opal/dev-chain/start'
import { startTestLocalnet } from '@opal/dev-chain/testing/start-localnet'
import { parseAddress } from '@opal/domain/address'
import { composeScript } from '@opal/marketplaces/aggregator/compose-script'
import { afterAll, beforeAll, expect, test } from 'vitest'

const SENDER = parseAddress('0xa11ce')
const transfer = (octas: bigint) => ({
  function: '0x1::aptos_account::transfer' as const,
  typeArguments: [],
  functionArguments: [parseAddress('0xb0b'), String(octas)],
})

let localnet: Localnet
let client: NodeClient

beforeAll(async () => {
  localnet = await startTestLocalnet()
  localnet.fund(SENDER, 1_000_000_000n)
  localnet.ledger.commitBlock()
  client = createNodeClient({ nodeUrl: localnet.nodeUrl })
})
afterAll(() => localnet[Symbol.asyncDispose]())

test('a script is composed of what the node shows, and simulated for anybody', async () => {
  const script = await composeScript([transfer(5n), transfer(6n)], client.module)
  expect(script).toEqual({ type: 'script', bytes: expect.stringMatching(/^0x[0-9a-f]+$/) })
  expect(await client.simulate(SENDER, script)).toMatchObject({ success: true, vmStatus: 'Executed successfully' })
  const tooMuch = await composeScript([transfer(5n), transfer(10n ** 12n)], client.module)
  expect(await client.simulate(SENDER, tooMuch)).toMatchObject({
    success: false,
    vmStatus: expect.stringContaining('EINSUFFICIENT_BALANCE'),
  })
})

test('what does not fit the modules on chain is refused before anybody signs', async () => {
  const call = transfer(1n)
  const compose = (wrong: object) => composeScript([{ ...call, ...wrong }], client.module)
  await expect(compose({ function: '0x1::nowhere::transfer' })).rejects.toMatchObject({ code: 'payload-mismatch' })
  await expect(compose({ function: '0x1::aptos_account::vanish' })).rejects.toMatchObject({ code: 'not-offered' })
  await expect(compose({ functionArguments: ['0x1'] })).rejects.toMatchObject({ code: 'not-offered' })
  await expect(compose({ functionArguments: ['0x1', 'much'] })).rejects.toMatchObject({ code: 'not-offered' })
  await expect(composeScript([], client.module)).rejects.toMatchObject({ code: 'not-offered' })
  const noScript = { type: 'script', bytes: '0x05' } as const
  await expect(client.simulate(SENDER, noScript)).rejects.toMatchObject({ code: 'payload-mismatch' })
})
