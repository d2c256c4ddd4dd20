import { createNodeClient, type NodeClient } from '@opal/chain/rest/node-client'
import type { Localnet } from '@opal/dev-chain/start'
import { startTestLocalnet } from '@opal/dev-chain/testing/start-localnet'
import { parseAddress } from '@opal/domain/address'
import { composeScript } from '@opal/marketplaces/aggregator/compose-script'
import { aggregatorOn } from '@opal/marketplaces/aggregator/contracts'
import { delistAndListMany, instantSell, purchaseMany } from '@opal/marketplaces/aggregator/payloads'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { nativeMarketplace } from '@opal/marketplaces/registry'
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

test("composes a script from the node's modules, and simulates it for any sender", async () => {
  const script = await composeScript([transfer(5n), transfer(6n)], client.module)
  expect(script).toEqual({ type: 'script', bytes: expect.stringMatching(/^0x[0-9a-f]+$/) })
  expect(await client.simulate(SENDER, script)).toMatchObject({ success: true, vmStatus: 'Executed successfully' })
  const tooMuch = await composeScript([transfer(5n), transfer(10n ** 12n)], client.module)
  expect(await client.simulate(SENDER, tooMuch)).toMatchObject({
    success: false,
    vmStatus: expect.stringContaining('EINSUFFICIENT_BALANCE'),
  })
})

test('rejects calls that do not fit the modules on chain before signing', async () => {
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

test("builds aggregator calls that fit the node's ABI", async () => {
  const place = { marketplaces: contractsOf('local'), aggregator: aggregatorOn('local'), canCompose: false }
  const token = { standard: 'v2', tokenDataId: parseAddress('0x70') } as const
  const order = { marketplace: nativeMarketplace.id, priceOctas: 7n }
  const listing = { ...order, listingId: parseAddress('0x11'), token, seller: SENDER }
  const offer = { ...order, offerId: parseAddress('0x12'), buyer: SENDER }
  const calls = [
    purchaseMany(place, { listings: [listing], isBestEffort: false }),
    delistAndListMany(place, { items: [{ listing, priceOctas: 8n }] }),
    instantSell(place, { sales: [{ offer, token }] }),
  ]
  for (const call of calls) {
    const { vmStatus } = await client.simulate(SENDER, call)
    expect(vmStatus).toMatch(/^Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST/)
  }
  const tried = await client.simulate(SENDER, purchaseMany(place, { listings: [listing], isBestEffort: true }))
  expect(tried).toMatchObject({ success: true, transaction: { events: [{ data: { outcome: 1, paid: '0' } }, {}] } })
})
