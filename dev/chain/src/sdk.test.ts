import {
  Account,
  type Aptos,
  AptosApiError,
  type CommittedTransactionResponse,
  type Ed25519Account,
  type InputEntryFunctionData,
  isBlockMetadataTransactionResponse,
  SigningSchemeInput,
  type UserTransactionResponse,
} from '@aptos-labs/ts-sdk'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Localnet } from './start.ts'
import { connectSdk, startTestLocalnet } from './testing/start-localnet.ts'

const APT = '0x1::aptos_coin::AptosCoin'
const FUNDED_OCTAS = 10_000_000_000
const PRICE_OCTAS = 250_000_000

const market = nativeMarketplace.contracts.local
if (market === null || market.feeScheduleAddress === null)
  throw new Error('the native marketplace has no local address')
const { packageAddress: marketAddress, feeScheduleAddress } = market

let localnet: Localnet
let aptos: Aptos
let creator: Ed25519Account
let buyer: Account
let token: string
let listing: string

beforeAll(async () => {
  localnet = await startTestLocalnet()
  aptos = connectSdk(localnet)
  creator = Account.generate()
  buyer = Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false })
})
afterAll(() => localnet[Symbol.asyncDispose]())

async function run(signer: Account, data: InputEntryFunctionData): Promise<CommittedTransactionResponse> {
  const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data })
  const pending = await aptos.signAndSubmitTransaction({ signer, transaction })
  return aptos.waitForTransaction({ transactionHash: pending.hash, options: { checkSuccess: false } })
}
const balance = (account: Account) => aptos.getAccountAPTAmount({ accountAddress: account.accountAddress })

describe('the official SDK on the localnet', () => {
  it('getLedgerInfo and getChainId say chain 4', async () => {
    expect((await aptos.getLedgerInfo()).chain_id).toBe(4)
    expect(await aptos.getChainId()).toBe(4)
  })

  it('getAccountInfo answers sequence number 0 for an account that never was', async () => {
    const info = await aptos.getAccountInfo({ accountAddress: creator.accountAddress })
    expect(info.sequence_number).toBe('0')
    expect(info.authentication_key).toBe(creator.accountAddress.toString())
  })

  it('fundAccount pays out of the faucet, for a legacy and a single-key account', async () => {
    for (const account of [creator, buyer]) {
      const funded = await aptos.fundAccount({
        accountAddress: account.accountAddress,
        amount: FUNDED_OCTAS,
        options: { waitForIndexer: false },
      })
      expect(funded).toMatchObject({ type: 'user_transaction', success: true, vm_status: 'Executed successfully' })
      expect(await balance(account)).toBe(FUNDED_OCTAS)
    }
  })

  it('getGasPriceEstimation offers the minimum', async () => {
    expect(await aptos.getGasPriceEstimation()).toEqual({
      deprioritized_gas_estimate: 100,
      gas_estimate: 100,
      prioritized_gas_estimate: 150,
    })
  })

  it('transferCoinTransaction moves octas and charges gas', async () => {
    const receiver = Account.generate()
    const transaction = await aptos.transferCoinTransaction({
      sender: buyer.accountAddress,
      recipient: receiver.accountAddress,
      amount: 1_000,
    })
    const pending = await aptos.signAndSubmitTransaction({ signer: buyer, transaction })
    const done = (await aptos.waitForTransaction({ transactionHash: pending.hash })) as UserTransactionResponse
    expect(await balance(receiver)).toBe(1_000)
    expect(await balance(buyer)).toBe(FUNDED_OCTAS - 1_000 - feeOf(done))
    expect(done.signature).toMatchObject({ type: 'single_sender', public_key: { type: 'ed25519' } })
  })

  it('getAccountCoinAmount counts the same APT by coin type and by fungible asset', async () => {
    const accountAddress = buyer.accountAddress
    const byType = await aptos.getAccountCoinAmount({ accountAddress, coinType: APT })
    expect(await aptos.getAccountCoinAmount({ accountAddress, faMetadataAddress: '0xa' })).toBe(byType)
    expect(await aptos.getBalance({ accountAddress, asset: APT })).toBe(byType)
    expect(await aptos.getBalance({ accountAddress, asset: '0xa' })).toBe(byType)
  })

  it('signAsFeePayer lets another account pay the gas', async () => {
    const [beforeCreator, beforeBuyer] = [await balance(creator), await balance(buyer)]
    const transaction = await aptos.transaction.build.simple({
      sender: creator.accountAddress,
      data: { function: '0x1::aptos_account::transfer', functionArguments: [Account.generate().accountAddress, 7] },
      withFeePayer: true,
    })
    const senderAuthenticator = aptos.transaction.sign({ signer: creator, transaction })
    const feePayerAuthenticator = aptos.transaction.signAsFeePayer({ signer: buyer, transaction })
    const pending = await aptos.transaction.submit.simple({ transaction, senderAuthenticator, feePayerAuthenticator })
    const done = (await aptos.waitForTransaction({ transactionHash: pending.hash })) as UserTransactionResponse
    expect(done.signature).toMatchObject({ type: 'fee_payer_signature', sender: { type: 'ed25519_signature' } })
    expect(await balance(creator)).toBe(beforeCreator - 7)
    expect(await balance(buyer)).toBe(beforeBuyer - feeOf(done))
  })

  it('getTransactionByHash and getTransactionByVersion give the same transaction', async () => {
    const [newest] = await aptos.getAccountTransactions({ accountAddress: buyer.accountAddress })
    if (newest === undefined || !('version' in newest)) throw new Error('the buyer sent nothing')
    const byVersion = await aptos.getTransactionByVersion({ ledgerVersion: Number(newest.version) })
    expect(byVersion).toEqual(await aptos.getTransactionByHash({ transactionHash: newest.hash }))
  })

  it('getTransactions lists the newest in ascending order', async () => {
    const page = await aptos.getTransactions({ options: { limit: 3 } })
    const versions = page.map((transaction) => Number('version' in transaction ? transaction.version : Number.NaN))
    expect(versions).toEqual([...versions].sort((left, right) => left - right))
    expect(page).toHaveLength(3)
  })

  it('getBlockByVersion and getBlockByHeight name the same block, with its transactions', async () => {
    const { ledger_version } = await aptos.getLedgerInfo()
    const block = await aptos.getBlockByVersion({
      ledgerVersion: Number(ledger_version),
      options: { withTransactions: true },
    })
    const [first] = block.transactions ?? []
    expect(first !== undefined && isBlockMetadataTransactionResponse(first) && first.id === block.block_hash).toBe(true)
    const same = await aptos.getBlockByHeight({ blockHeight: Number(block.block_height) })
    expect(same).toEqual({ ...block, transactions: null })
  })

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
    const core = await aptos.getAccountResource<{ owner: string }>({
      accountAddress: token,
      resourceType: '0x1::object::ObjectCore',
    })
    expect(BigInt(core.owner)).toBe(BigInt(creator.accountAddress.toString()))
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
    expect(Number(simulated?.gas_used)).toBeGreaterThan(0)
    expect((await aptos.getLedgerInfo()).ledger_version).toBe(before)
  })

  it('transaction.simulate.simple works without a public key too', async () => {
    const transaction = await aptos.transaction.build.simple({ sender: creator.accountAddress, data: listCall() })
    const [simulated] = await aptos.transaction.simulate.simple({ transaction })
    expect(simulated).toMatchObject({ success: true, signature: { type: 'single_sender' } })
  })

  it('an entry function built from the remote ABI lists the token', async () => {
    const done = (await run(creator, listCall())) as UserTransactionResponse
    expect(done.vm_status).toBe('Executed successfully')
    const placed = done.events.find(({ type }) => type.endsWith('ListingPlacedEvent') || type.endsWith('ListingPlaced'))
    listing = String(placed?.data.listing)
    expect(placed?.data.price).toBe(String(PRICE_OCTAS))
  })

  it('view asks the marketplace for the price', async () => {
    const [price] = await aptos.view({
      payload: {
        function: `${marketAddress}::coin_listing::price`,
        typeArguments: [APT],
        functionArguments: [listing],
      },
    })
    expect(price).toEqual({ vec: [String(PRICE_OCTAS)] })
  })

  it('viewJson gives the same answer as view', async () => {
    const [exists] = await aptos.viewJson<[boolean]>({
      payload: { function: '0x1::account::exists_at', functionArguments: [buyer.accountAddress.toString()] },
    })
    expect(exists).toBe(true)
  })

  it.each([
    ['0x1::chain_id::get', [], [], [4]],
    ['0x1::chain_status::is_operating', [], [], [true]],
    ['0x1::coin::symbol', [APT], [], ['APT']],
    ['0x1::coin::decimals', [APT], [], [8]],
    ['0x1::coin::name', [APT], [], ['Aptos Coin']],
    ['0x1::coin::is_account_registered', [APT], ['0x1'], [true]],
  ] as const)('view %s answers as on mainnet', async (name, typeArguments, functionArguments, answer) => {
    const payload = { function: name, typeArguments: [...typeArguments], functionArguments: [...functionArguments] }
    expect(await aptos.view({ payload })).toEqual(answer)
  })

  it('buying pays seller, royalty and commission and hands the token over', async () => {
    const [beforeSeller, beforeBuyer] = [await balance(creator), await balance(buyer)]
    const done = (await run(buyer, {
      function: `${marketAddress}::coin_listing::purchase`,
      typeArguments: [APT],
      functionArguments: [listing],
    })) as UserTransactionResponse
    expect(done.vm_status).toBe('Executed successfully')
    expect(await balance(buyer)).toBe(beforeBuyer - PRICE_OCTAS - feeOf(done))
    // The creator is the seller, so the royalty returns to the same account: only the commission is missing.
    expect(await balance(creator)).toBe(beforeSeller + PRICE_OCTAS - (PRICE_OCTAS * 15) / 1000)
    const core = await aptos.getAccountResource<{ owner: string }>({
      accountAddress: token,
      resourceType: '0x1::object::ObjectCore',
    })
    expect(BigInt(core.owner)).toBe(BigInt(buyer.accountAddress.toString()))
  })

  it('a failed transaction is committed, charged and says why in vm_status', async () => {
    const before = await balance(buyer)
    const done = await run(buyer, {
      function: `${marketAddress}::coin_listing::purchase`,
      typeArguments: [APT],
      functionArguments: [listing],
    })
    expect(done.success).toBe(false)
    expect(done.vm_status).toMatch(/^Move abort in 0x[0-9a-f]+::\w+: E\w+\(0x[0-9a-f]+\)/)
    expect(await balance(buyer)).toBeLessThan(before)
    await expect(aptos.waitForTransaction({ transactionHash: done.hash })).rejects.toThrow(/Move abort/)
  })

  it('the new owner lists again, changes the price and takes it back', async () => {
    const listed = (await run(buyer, listCall())) as UserTransactionResponse
    const again = String(listed.events.find(({ type }) => type.endsWith('::ListingPlacedEvent'))?.data.listing)
    const call = (name: string, ...rest: number[]): InputEntryFunctionData => ({
      function: `${marketAddress}::coin_listing::${name}`,
      typeArguments: [APT],
      functionArguments: [again, ...rest],
    })
    expect((await run(buyer, call('update_fixed_price', PRICE_OCTAS * 2))).vm_status).toBe('Executed successfully')
    const ended = (await run(buyer, call('end_fixed_price'))) as UserTransactionResponse
    expect(ended.events.map(({ type }) => type)).toContainEqual(expect.stringMatching(/::ListingCanceledEvent$/))
  })

  it('transferDigitalAssetTransaction gives the token away', async () => {
    const transaction = await aptos.transferDigitalAssetTransaction({
      sender: buyer,
      digitalAssetAddress: token,
      recipient: creator.accountAddress,
    })
    const pending = await aptos.signAndSubmitTransaction({ signer: buyer, transaction })
    const done = (await aptos.waitForTransaction({ transactionHash: pending.hash })) as UserTransactionResponse
    expect(done.events.map(({ type }) => type)).toContainEqual(expect.stringMatching(/^0x1::object::Transfer/))
  })

  it('orderless transactions need no sequence number', async () => {
    const before = (await aptos.getAccountInfo({ accountAddress: creator.accountAddress })).sequence_number
    const transaction = await aptos.transaction.build.simple({
      sender: creator.accountAddress,
      data: { function: '0x1::aptos_account::transfer', functionArguments: [buyer.accountAddress, 1] },
      options: { replayProtectionNonce: 77 },
    })
    const pending = await aptos.signAndSubmitTransaction({ signer: creator, transaction })
    expect((await aptos.waitForTransaction({ transactionHash: pending.hash })).success).toBe(true)
    expect((await aptos.getAccountInfo({ accountAddress: creator.accountAddress })).sequence_number).toBe(before)
  })

  it('getAccountTransactions carries the events of what an account did', async () => {
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

  it('an old sequence number, a wrong chain id and a past expiry are refused with the VM’s words', async () => {
    const data: InputEntryFunctionData = { function: '0x1::aptos_account::transfer', functionArguments: ['0x1', 1] }
    const sender = creator.accountAddress
    const attempt = async (options: { accountSequenceNumber?: number; expireTimestamp?: number }) => {
      const transaction = await aptos.transaction.build.simple({ sender, data, options })
      return aptos.signAndSubmitTransaction({ signer: creator, transaction })
    }
    await expect(attempt({ accountSequenceNumber: 0 })).rejects.toThrow(/SEQUENCE_NUMBER_TOO_OLD/)
    await expect(attempt({ expireTimestamp: 1 })).rejects.toThrow(/TRANSACTION_EXPIRED/)
  })

  it('waiting for a hash nobody submitted ends in 404', async () => {
    const unknown = aptos.getTransactionByHash({ transactionHash: `0x${'7'.repeat(64)}` })
    await expect(unknown).rejects.toThrow(AptosApiError)
    await expect(unknown).rejects.toThrow(/Transaction not found by Transaction hash\(0x7/)
  })
})

/** Octas that left the payer for gas: what was used, less what came back for storage that the transaction freed. */
function feeOf({ gas_used, gas_unit_price, events }: UserTransactionResponse): number {
  const statement = events.find(({ type }) => type === '0x1::transaction_fee::FeeStatement')
  return Number(gas_used) * Number(gas_unit_price) - Number(statement?.data.storage_fee_refund_octas)
}

function listCall(): InputEntryFunctionData {
  return {
    function: `${marketAddress}::coin_listing::init_fixed_price`,
    typeArguments: [APT],
    functionArguments: [token, feeScheduleAddress, PRICE_OCTAS],
  }
}
