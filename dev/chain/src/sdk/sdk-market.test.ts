import {
  Account,
  type Aptos,
  type Ed25519Account,
  type InputEntryFunctionData,
  SigningSchemeInput,
  type UserTransactionResponse,
} from '@aptos-labs/ts-sdk'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Localnet } from '../start.ts'
import { feeOf } from '../testing/fee-of.ts'
import { connectSdk, startTestLocalnet } from '../testing/start-localnet.ts'

const APT = '0x1::aptos_coin::AptosCoin'
const FUNDED_OCTAS = 10_000_000_000
const PRICE_OCTAS = 250_000_000

const market = nativeMarketplace.contracts.local
if (market === null || market.feeScheduleAddress === null)
  throw new Error('the native marketplace has no local address')
const { packageAddress: marketAddress, feeScheduleAddress, commission } = market
const commissionOf = (price: number) => (price * Number(commission.numerator)) / Number(commission.denominator)

let localnet: Localnet
let aptos: Aptos
let creator: Ed25519Account
let buyer: Account
let collector: Ed25519Account
let token: string
let listing: string

beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  creator = Account.generate()
  buyer = Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false })
  collector = Account.generate()
  for (const { accountAddress } of [creator, buyer, collector]) {
    await aptos.fundAccount({ accountAddress, amount: FUNDED_OCTAS, options: { waitForIndexer: false } })
  }
})
afterAll(() => localnet[Symbol.asyncDispose]())

async function run(signer: Account, data: InputEntryFunctionData): Promise<UserTransactionResponse> {
  const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data })
  const pending = await aptos.signAndSubmitTransaction({ signer, transaction })
  const options = { checkSuccess: false }
  return (await aptos.waitForTransaction({ transactionHash: pending.hash, options })) as UserTransactionResponse
}
const balance = (account: Account) => aptos.getAccountAPTAmount({ accountAddress: account.accountAddress })
const ownerOf = async () => {
  const resourceType = '0x1::object::ObjectCore'
  const core = await aptos.getAccountResource<{ owner: string }>({ accountAddress: token, resourceType })
  return BigInt(core.owner)
}

describe('the native marketplace through the official SDK', () => {
  it('createCollectionTransaction makes a 0x4 collection with a royalty', async () => {
    const transaction = await aptos.createCollectionTransaction({
      creator,
      description: 'Stones that hold light',
      name: 'Test Opals',
      uri: 'ipfs://collection',
      maxSupply: 10,
      royaltyNumerator: 5,
      royaltyDenominator: 100,
    })
    const pending = await aptos.signAndSubmitTransaction({ signer: creator, transaction })
    const done = await aptos.waitForTransaction({ transactionHash: pending.hash })
    expect(done.changes).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ type: '0x4::collection::Collection' }) }),
    )
  })

  it('mintDigitalAssetTransaction mints a token with properties', async () => {
    const transaction = await aptos.mintDigitalAssetTransaction({
      creator,
      collection: 'Test Opals',
      description: 'The first',
      name: 'Opal #1',
      uri: 'ipfs://1.json',
      propertyKeys: ['Hue'],
      propertyTypes: ['STRING'],
      propertyValues: ['violet'],
    })
    const pending = await aptos.signAndSubmitTransaction({ signer: creator, transaction })
    const done = await aptos.waitForTransaction({ transactionHash: pending.hash })
    const written = done.changes.find(
      (change) =>
        change.type === 'write_resource' &&
        'data' in change &&
        'type' in change.data &&
        change.data.type === '0x4::token::Token',
    )
    token = (written as unknown as { address: string }).address
    expect(token).toMatch(/^0x/)
  })

  it('getAccountResource and getAccountResources read the token’s state', async () => {
    expect(await ownerOf()).toBe(BigInt(creator.accountAddress.toString()))
    const types = (await aptos.getAccountResources({ accountAddress: token })).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['0x1::object::ObjectCore', '0x4::token::Token']))
  })

  it('getAccountModule describes the marketplace, getAccountModules the framework', async () => {
    const module = await aptos.getAccountModule({ accountAddress: marketAddress, moduleName: 'coin_listing' })
    const list = module.abi?.exposed_functions.find(({ name }) => name === 'init_fixed_price')
    expect(list).toMatchObject({ is_entry: true, generic_type_params: [{ constraints: [] }] })
    expect((await aptos.getAccountModules({ accountAddress: '0x1' })).length).toBeGreaterThan(1)
  })

  it('transaction.simulate.simple shows a listing’s gas and events without committing', async () => {
    const before = (await aptos.getLedgerInfo()).ledger_version
    const transaction = await aptos.transaction.build.simple({ sender: creator.accountAddress, data: listCall() })
    const [simulated] = await aptos.transaction.simulate.simple({
      signerPublicKey: creator.publicKey,
      transaction,
      options: { estimateGasUnitPrice: true, estimateMaxGasAmount: true, estimatePrioritizedGasUnitPrice: true },
    })
    expect(simulated).toMatchObject({ success: true, gas_unit_price: '150' })
    expect(simulated?.events.map(({ type }) => type)).toContain(`${marketAddress}::events::ListingPlacedEvent`)
    expect(Number(simulated?.gas_used)).toBeGreaterThan(0)
    expect((await aptos.getLedgerInfo()).ledger_version).toBe(before)
  })

  it('transaction.simulate.simple works without a public key', async () => {
    const transaction = await aptos.transaction.build.simple({ sender: creator.accountAddress, data: listCall() })
    const [simulated] = await aptos.transaction.simulate.simple({ transaction })
    expect(simulated).toMatchObject({ success: true, signature: { type: 'single_sender' } })
  })

  it('an entry function built from the remote ABI lists the token', async () => {
    const done = await run(creator, listCall())
    expect(done.vm_status).toBe('Executed successfully')
    listing = listingOf(done)
    expect(listing).toMatch(/^0x[0-9a-f]+$/)
  })

  it('view returns the price of the listing', async () => {
    const [price] = await aptos.view({
      payload: {
        function: `${marketAddress}::coin_listing::price`,
        typeArguments: [APT],
        functionArguments: [listing],
      },
    })
    expect(price).toEqual({ vec: [String(PRICE_OCTAS)] })
  })

  it('buying pays seller, royalty and commission and transfers the token', async () => {
    const [beforeSeller, beforeBuyer] = [await balance(creator), await balance(buyer)]
    const done = await run(buyer, listingCall('purchase', listing))
    expect(done.vm_status).toBe('Executed successfully')
    expect(await balance(buyer)).toBe(beforeBuyer - PRICE_OCTAS - feeOf(done))
    // The creator is the seller, so the royalty returns to the same account: only the commission is missing.
    expect(await balance(creator)).toBe(beforeSeller + PRICE_OCTAS - commissionOf(PRICE_OCTAS))
    expect(await ownerOf()).toBe(BigInt(buyer.accountAddress.toString()))
  })

  it('a failed transaction is committed and charged, with the reason in vm_status', async () => {
    const before = await balance(buyer)
    const done = await run(buyer, listingCall('purchase', listing))
    expect(done.success).toBe(false)
    expect(done.vm_status).toMatch(/^Move abort in 0x[0-9a-f]+::\w+: E\w+\(0x[0-9a-f]+\)/)
    expect(await balance(buyer)).toBeLessThan(before)
    await expect(aptos.waitForTransaction({ transactionHash: done.hash })).rejects.toThrow(/Move abort/)
  })

  it('a resale at a changed price pays the creator’s royalty', async () => {
    const again = listingOf(await run(buyer, listCall()))
    const price = PRICE_OCTAS * 2
    expect((await run(buyer, listingCall('update_fixed_price', again, price))).success).toBe(true)
    const [beforeCreator, beforeBuyer] = [await balance(creator), await balance(buyer)]
    expect((await run(collector, listingCall('purchase', again))).vm_status).toBe('Executed successfully')
    const royalty = (price * 5) / 100
    expect(await balance(creator)).toBe(beforeCreator + royalty)
    expect(await balance(buyer)).toBe(beforeBuyer + price - royalty - commissionOf(price))
    expect(await ownerOf()).toBe(BigInt(collector.accountAddress.toString()))
  })

  it('delisting returns the token', async () => {
    const again = listingOf(await run(collector, listCall()))
    const ended = await run(collector, listingCall('end_fixed_price', again))
    expect(ended.events.map(({ type }) => type)).toContainEqual(expect.stringMatching(/::ListingCanceledEvent$/))
    expect(await ownerOf()).toBe(BigInt(collector.accountAddress.toString()))
  })

  it('transferDigitalAssetTransaction transfers the token', async () => {
    const transaction = await aptos.transferDigitalAssetTransaction({
      sender: collector,
      digitalAssetAddress: token,
      recipient: creator.accountAddress,
    })
    const pending = await aptos.signAndSubmitTransaction({ signer: collector, transaction })
    const done = (await aptos.waitForTransaction({ transactionHash: pending.hash })) as UserTransactionResponse
    expect(done.events.map(({ type }) => type)).toContainEqual(expect.stringMatching(/^0x1::object::Transfer/))
    expect(await ownerOf()).toBe(BigInt(creator.accountAddress.toString()))
  })

  it("getAccountTransactions includes the events of an account's transactions", async () => {
    const [newest] = await aptos.getAccountTransactions({ accountAddress: creator.accountAddress })
    expect((newest as UserTransactionResponse).events.length).toBeGreaterThan(0)
  })

  it('the FeeStatement of every action agrees with what was charged', async () => {
    const sent = (await aptos.getAccountTransactions({
      accountAddress: buyer.accountAddress,
    })) as UserTransactionResponse[]
    for (const transaction of sent) {
      const statement = transaction.events.find(({ type }) => type === '0x1::transaction_fee::FeeStatement')
      expect(statement?.data.total_charge_gas_units).toBe(transaction.gas_used)
      expect(feeOf(transaction)).toBeLessThanOrEqual(Number(transaction.gas_used) * 150)
    }
    const purchase = sent.find(({ payload }) => 'function' in payload && payload.function.endsWith('::purchase'))
    if (purchase === undefined) throw new Error('the buyer bought nothing')
    expect(feeOf(purchase)).toBeLessThan(Number(purchase.gas_used) * Number(purchase.gas_unit_price))
  })
})

function listCall(): InputEntryFunctionData {
  return {
    function: `${marketAddress}::coin_listing::init_fixed_price`,
    typeArguments: [APT],
    functionArguments: [token, feeScheduleAddress, PRICE_OCTAS],
  }
}

function listingCall(name: string, ...functionArguments: (string | number)[]): InputEntryFunctionData {
  return { function: `${marketAddress}::coin_listing::${name}`, typeArguments: [APT], functionArguments }
}

function listingOf(placed: UserTransactionResponse): string {
  return String(placed.events.find(({ type }) => type.endsWith('::ListingPlacedEvent'))?.data.listing)
}
