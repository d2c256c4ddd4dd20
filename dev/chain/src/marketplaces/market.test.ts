import type { Account } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import type { ListingRef } from '@opal/domain/intent'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { nativeMarketplace } from '@opal/marketplaces/registry'
import { expect, test } from 'vitest'
import type { CommittedTransaction } from '../ledger/ledger.ts'
import { addressOf, createTestChain, type TestChain } from '../ledger/testing/test-chain.ts'
import { simulateLocalMarketplaces } from './simulate-marketplaces.ts'

const contracts = nativeMarketplace.contracts.local
if (contracts === null) throw new Error('the native marketplace has no local contracts')

test("splits the price of a purchase into royalty, commission and the seller's part", async () => {
  await using chain = await createTestChain({ modules: simulateLocalMarketplaces() })
  const [creator, seller, buyer] = [chain.funded(APT), chain.funded(APT), chain.funded(10n * APT)] as const
  const token = mintedTo(chain, creator, addressOf(seller))
  const before = chain.balance(addressOf(creator))
  const marketplaceBefore = chain.balance(contracts.packageAddress)
  const listed = chain.sendPayload(seller, list(token, 2n * APT))
  expect(listed.info?.vmStatus).toBe('Executed successfully')
  const sellerBefore = chain.balance(addressOf(seller))
  const bought = chain.sendPayload(buyer, buy(listingOf(listed, token, addressOf(seller))))
  expect(bought.info?.vmStatus).toBe('Executed successfully')
  expect(chain.balance(addressOf(creator)) - before).toBe(10_000_000n)
  expect(chain.balance(contracts.packageAddress) - marketplaceBefore).toBe(3_000_000n)
  expect(chain.balance(addressOf(seller)) - sellerBefore).toBe(187_000_000n)
  expect(chain.balance(addressOf(buyer))).toBe(8n * APT - feeOf(bought))
  expect(ownerOf(chain, token.tokenDataId)).toBe(addressOf(buyer))
})

test('aborts for a second buyer of the same listing, who pays gas only', async () => {
  await using chain = await createTestChain({ modules: simulateLocalMarketplaces() })
  const [creator, first, second] = [chain.funded(APT), chain.funded(10n * APT), chain.funded(10n * APT)] as const
  const token = mintedTo(chain, creator, addressOf(creator))
  const listed = chain.sendPayload(creator, list(token, APT))
  const purchase = buy(listingOf(listed, token, addressOf(creator)))
  expect(chain.sendPayload(first, purchase).info?.success).toBe(true)
  const late = chain.sendPayload(second, purchase)
  expect(late.info?.success).toBe(false)
  expect(late.info?.vmStatus).toMatch(/^Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST\(0x60002\)/)
  expect(late.user?.events?.map((event) => event.typeStr)).toEqual(['0x1::transaction_fee::FeeStatement'])
  expect(chain.balance(addressOf(second))).toBe(10n * APT - feeOf(late))
})

const APT = 100_000_000n

function list(token: V2, priceOctas: bigint): EntryFunctionPayload {
  if (contracts === null || nativeMarketplace.payload.list === undefined) throw new Error('listing is not offered')
  return nativeMarketplace.payload.list(contracts, { kind: 'list', token, priceOctas })
}

function buy(listing: ListingRef): EntryFunctionPayload {
  if (contracts === null || nativeMarketplace.payload.buy === undefined) throw new Error('buying is not offered')
  return nativeMarketplace.payload.buy(contracts, { kind: 'buy', listing })
}

type V2 = { readonly standard: 'v2'; readonly tokenDataId: Address }

function mintedTo(chain: TestChain, creator: Account, owner: Address): V2 {
  const flags = Array.from({ length: 9 }, () => true)
  chain.send(creator, '0x4::aptos_token::create_collection', ['', 100n, 'Lamps', '', ...flags, 5n, 100n])
  const minted = chain.send(creator, '0x4::aptos_token::mint', ['Lamps', '', 'Lamp #1', '', [], [], []])
  const mint = minted.user?.events?.find((event) => event.typeStr === '0x4::collection::Mint')
  const { token } = JSON.parse(mint?.data ?? '{}') as { token: string }
  const tokenDataId = parseAddress(token)
  if (owner !== addressOf(creator)) chain.send(creator, '0x1::object::transfer_call', [tokenDataId, owner])
  return { standard: 'v2', tokenDataId }
}

function listingOf(listed: CommittedTransaction, token: V2, seller: Address): ListingRef {
  const placed = listed.user?.events?.find((event) => event.typeStr?.endsWith('::ListingPlacedEvent'))
  const { listing, price } = JSON.parse(placed?.data ?? '{}') as { listing: string; price: string }
  return { listingId: parseAddress(listing), token, seller, priceOctas: BigInt(price) }
}

function feeOf(transaction: CommittedTransaction): bigint {
  const statement = transaction.user?.events?.at(-1)
  const data = JSON.parse(statement?.data ?? '{}') as {
    total_charge_gas_units: string
    storage_fee_refund_octas: string
  }
  return BigInt(data.total_charge_gas_units) * 100n - BigInt(data.storage_fee_refund_octas)
}

function ownerOf(chain: TestChain, object: Address): Address {
  return parseAddress(String(chain.ledger.resource(object, '0x1::object::ObjectCore')?.owner))
}
