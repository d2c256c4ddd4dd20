import { Account, type Aptos, type SimpleTransaction, type UserTransactionResponse } from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { connectSdk, startTestLocalnet } from '../testing/start-localnet.ts'

const COLLECTION = 'Opals of the SDK'
let localnet: Localnet
let aptos: Aptos
const creator = Account.generate()
const friend = Account.generate()
let token: string

beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  for (const { accountAddress } of [creator, friend]) {
    await aptos.fundAccount({ accountAddress, amount: 10_000_000_000, options: { waitForIndexer: false } })
  }
  await run(
    await aptos.createCollectionTransaction({ creator, name: COLLECTION, description: 'Stones', uri: 'ipfs://stones' }),
  )
  token = await mint('Opal #1')
})
afterAll(() => localnet[Symbol.asyncDispose]())

async function run(transaction: SimpleTransaction, signer: Account = creator): Promise<UserTransactionResponse> {
  const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction })
  return (await aptos.waitForTransaction({ transactionHash: hash })) as UserTransactionResponse
}
async function mint(name: string): Promise<string> {
  const stone = { creator, collection: COLLECTION, description: 'A stone', name, uri: 'ipfs://1' }
  const properties = { propertyKeys: ['Hue'], propertyTypes: ['STRING'] as 'STRING'[], propertyValues: ['violet'] }
  return mintedIn(await run(await aptos.mintDigitalAssetTransaction({ ...stone, ...properties })))
}
const mintedIn = ({ events }: UserTransactionResponse) =>
  String(events.find(({ type }) => type === '0x4::collection::Mint')?.data.token)
const read = <Resource extends object>(address: string, resourceType: `${string}::${string}::${string}`) =>
  aptos.getAccountResource<Resource>({ accountAddress: address, resourceType })
const ownerOf = async (address: string) =>
  BigInt((await read<{ owner: string }>(address, '0x1::object::ObjectCore')).owner)
const addressNumber = ({ accountAddress }: Account) => BigInt(accountAddress.toString())

/** A token's properties as the chain keeps them: type and bytes by name. */
async function properties(): Promise<Record<string, { type: number; value: string }>> {
  const { inner } = await read<{ inner: { data: { key: string; value: { type: number; value: string } }[] } }>(
    token,
    '0x4::property_map::PropertyMap',
  )
  return Object.fromEntries(inner.data.map(({ key, value }) => [key, value]))
}

it('setDigitalAssetDescriptionTransaction, setDigitalAssetNameTransaction, setDigitalAssetURITransaction', async () => {
  const digitalAssetAddress = token
  await run(await aptos.setDigitalAssetDescriptionTransaction({ creator, description: 'Bright', digitalAssetAddress }))
  await run(await aptos.setDigitalAssetNameTransaction({ creator, name: 'Opal the First', digitalAssetAddress }))
  await run(await aptos.setDigitalAssetURITransaction({ creator, uri: 'ipfs://first', digitalAssetAddress }))
  expect(await read(token, '0x4::token::Token')).toMatchObject({ description: 'Bright', uri: 'ipfs://first' })
  expect(await read(token, '0x4::token::TokenIdentifiers')).toMatchObject({ name: { value: 'Opal the First' } })
})

it('addDigitalAssetPropertyTransaction, updateDigitalAssetPropertyTransaction, removeDigitalAssetPropertyTransaction', async () => {
  const one = { creator, digitalAssetAddress: token, propertyKey: 'Fire', propertyType: 'U64' as const }
  await run(await aptos.addDigitalAssetPropertyTransaction({ ...one, propertyValue: 7 }))
  expect(await properties()).toMatchObject({ Fire: { type: 4, value: '0x0700000000000000' } })
  await run(await aptos.updateDigitalAssetPropertyTransaction({ ...one, propertyValue: 8 }))
  expect(await properties()).toMatchObject({ Fire: { type: 4, value: '0x0800000000000000' } })
  await run(await aptos.removeDigitalAssetPropertyTransaction({ ...one, propertyValue: 8 }))
  expect(await properties()).not.toHaveProperty('Fire')
})

it('addDigitalAssetTypedPropertyTransaction, updateDigitalAssetTypedPropertyTransaction', async () => {
  const one = { creator, digitalAssetAddress: token, propertyKey: 'Cut', propertyType: 'STRING' as const }
  await run(await aptos.addDigitalAssetTypedPropertyTransaction({ ...one, propertyValue: 'oval' }))
  expect(await properties()).toMatchObject({ Cut: { type: 9 } })
  await run(await aptos.updateDigitalAssetTypedPropertyTransaction({ ...one, propertyValue: 'round' }))
  expect((await properties()).Cut?.value).toContain(Buffer.from('round').toString('hex'))
})

it('freezeDigitalAssetTransaferTransaction and unfreezeDigitalAssetTransaferTransaction', async () => {
  const one = { creator, digitalAssetAddress: token }
  await run(await aptos.freezeDigitalAssetTransaferTransaction(one))
  const give = { sender: creator, digitalAssetAddress: token, recipient: friend.accountAddress }
  await expect(aptos.transferDigitalAssetTransaction(give).then((transaction) => run(transaction))).rejects.toThrow(
    /Move abort in 0x1::object/,
  )
  await run(await aptos.unfreezeDigitalAssetTransaferTransaction(one))
  await run(await aptos.transferDigitalAssetTransaction(give))
  expect(await ownerOf(token)).toBe(addressNumber(friend))
})

it('mintSoulBoundTransaction mints a token that cannot be transferred', async () => {
  const transaction = await aptos.mintSoulBoundTransaction({
    account: creator,
    collection: COLLECTION,
    description: 'Yours alone',
    name: 'Bound #1',
    uri: 'ipfs://bound',
    recipient: friend.accountAddress,
  })
  const bound = mintedIn(await run(transaction))
  expect(await ownerOf(bound)).toBe(addressNumber(friend))
  const give = { sender: friend, digitalAssetAddress: bound, recipient: creator.accountAddress }
  await expect(aptos.transferDigitalAssetTransaction(give).then((one) => run(one, friend))).rejects.toThrow(
    /Move abort/,
  )
})

it('burnDigitalAssetTransaction deletes the token', async () => {
  const burnt = await mint('Opal #2')
  const { events } = await run(await aptos.burnDigitalAssetTransaction({ creator, digitalAssetAddress: burnt }))
  expect(events.map(({ type }) => type)).toContain('0x4::collection::Burn')
  await expect(read(burnt, '0x4::token::Token')).rejects.toThrow(/Resource not found/)
})
