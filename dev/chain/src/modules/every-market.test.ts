import type { Account } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainChange, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Intent } from '@opal/domain/intent'
import type { Json } from '@opal/domain/json'
import type { MarketEvent } from '@opal/domain/market-event'
import { bps } from '@opal/domain/rates'
import { splitPrice } from '@opal/domain/sale-split'
import { buildPayload } from '@opal/marketplaces/build-payload'
import { decodeMarketEvents } from '@opal/marketplaces/decode-market-events'
import { contractsOf } from '@opal/marketplaces/network-contracts'
import { describe, expect, test } from 'vitest'
import type { CommittedTransaction } from '../ledger/ledger.ts'
import { addressOf, createTestChain, type TestChain } from '../ledger/testing/test-chain.ts'
import { marketplaceModules } from './marketplace-modules.ts'

const marketplaces = contractsOf('local')
const APT = 100_000_000n
const PRICE = 123_456_789n

describe.each(marketplaces.filter(({ contracts }) => contracts.status === 'active'))('$adapter.id', (marketplace) => {
  const trade = (chain: TestChain, account: Account, intent: Intent) => {
    const committed = chain.sendPayload(account, buildPayload(marketplace, intent))
    expect(committed.info?.vmStatus).toBe('Executed successfully')
    const { events, failures } = decodeMarketEvents(transactionOf(committed), marketplaces)
    expect(failures).toEqual([])
    for (const event of events) expect(event.marketplace).toBe(marketplace.adapter.id)
    return events
  }

  test('a listing is signed, placed, repriced and sold, and its price split to the octa', async () => {
    await using chain = await createTestChain({ modules: marketplaceModules() })
    const { artist, seller, buyer, token } = opened(chain)
    const [placed] = trade(chain, seller, { kind: 'list', token, priceOctas: 1n })
    const listing = { listingId: idOf(placed), token, seller: addressOf(seller), priceOctas: PRICE }
    const [moved] = trade(chain, seller, { kind: 'update-price', listing, priceOctas: PRICE })
    expect(moved).toMatchObject({ kind: 'listing-placed', listingId: listing.listingId, priceOctas: PRICE })

    const before = [artist, seller].map((account) => chain.balance(addressOf(account)))
    const [sold] = trade(chain, buyer, { kind: 'buy', listing })
    const split = splitPrice(PRICE, marketplace.contracts.commission, bps(500))
    expect(sold).toMatchObject({
      kind: 'listing-filled',
      buyer: addressOf(buyer),
      commissionOctas: split.commissionOctas,
    })
    const gained = [artist, seller].map((account, at) => chain.balance(addressOf(account)) - (before[at] ?? 0n))
    expect(gained).toEqual([split.royaltyOctas, split.sellerOctas])
    expect(ownerOf(chain, token.tokenDataId)).toBe(addressOf(buyer))
  })

  test('offers are placed, taken back and accepted', async () => {
    await using chain = await createTestChain({ modules: marketplaceModules() })
    const { seller, buyer, token, collectionId } = opened(chain)
    const terms = { priceOctas: PRICE, expiresAtSeconds: 1_800_000_000n }
    const [first] = trade(chain, buyer, { kind: 'place-token-offer', token, ...terms })
    const offer = { offerId: idOf(first), buyer: addressOf(buyer), priceOctas: PRICE }
    const [cancelled] = trade(chain, buyer, { kind: 'cancel-token-offer', offer, token })
    expect(cancelled).toMatchObject({ kind: 'token-offer-cancelled', offerId: offer.offerId })

    const [second] = trade(chain, buyer, { kind: 'place-token-offer', token, ...terms })
    const accepted = trade(chain, seller, {
      kind: 'accept-token-offer',
      offer: { ...offer, offerId: idOf(second) },
      token,
    })
    expect(accepted[0]).toMatchObject({ kind: 'token-offer-filled', seller: addressOf(seller), priceOctas: PRICE })

    const collection = { standard: 'v2', collectionId } as const
    const [wanted] = trade(chain, seller, { kind: 'place-collection-offer', collection, amount: 1n, ...terms })
    const bid = { offerId: idOf(wanted), buyer: addressOf(seller), priceOctas: PRICE }
    const [filled] = trade(chain, buyer, { kind: 'accept-collection-offer', offer: bid, token })
    expect(filled).toMatchObject({ kind: 'collection-offer-filled', seller: addressOf(buyer), remainingAmount: 0n })
    expect(ownerOf(chain, token.tokenDataId)).toBe(addressOf(seller))
  })
})

function opened(chain: TestChain) {
  const [artist, seller, buyer] = [chain.funded(APT), chain.funded(10n * APT), chain.funded(10n * APT)] as const
  const flags = Array.from({ length: 9 }, () => true)
  chain.send(artist, '0x4::aptos_token::create_collection', ['', 100n, 'Lamps', '', ...flags, 5n, 100n])
  const minted = chain.send(artist, '0x4::aptos_token::mint', ['Lamps', '', 'Lamp #1', '', [], [], []])
  const mint = minted.user?.events?.find((event) => event.typeStr === '0x4::collection::Mint')
  const data = JSON.parse(mint?.data ?? '{}') as { token: string; collection: string }
  const tokenDataId = parseAddress(data.token)
  chain.send(artist, '0x1::object::transfer_call', [tokenDataId, addressOf(seller)])
  const token = { standard: 'v2', tokenDataId } as const
  return { artist, seller, buyer, token, collectionId: parseAddress(data.collection) }
}

function idOf(event: MarketEvent | undefined): string {
  const { listingId, offerId } = event as unknown as { listingId?: string; offerId?: string }
  return listingId ?? offerId ?? ''
}

function ownerOf(chain: TestChain, object: Address): Address {
  return parseAddress(String(chain.ledger.resource(object, '0x1::object::ObjectCore')?.owner))
}

/** What a marketplace reads of a committed transaction. */
function transactionOf({ version, info, user }: CommittedTransaction): ChainTransaction {
  return {
    version: version ?? 0n,
    hash: '0x',
    blockHeight: 0n,
    epoch: 1n,
    timestampMicros: 0n,
    success: info?.success === true,
    sender: null,
    entryFunction: null,
    gasUsed: 0n,
    gasUnitPrice: 0n,
    events: (user?.events ?? []).map((event, index) => ({
      index,
      type: event.typeStr ?? '',
      accountAddress: parseAddress(event.key?.accountAddress ?? '0x0'),
      creationNumber: event.key?.creationNumber ?? 0n,
      sequenceNumber: event.sequenceNumber ?? 0n,
      data: JSON.parse(event.data ?? 'null') as Json,
    })),
    changes: (info?.changes ?? []).flatMap(({ writeResource, deleteResource }, index): ChainChange[] => {
      const { address = '0x0', typeStr: type = '' } = writeResource ?? deleteResource ?? {}
      const at = { index, address: parseAddress(address), type }
      if (deleteResource !== undefined) return [{ ...at, kind: 'delete-resource' }]
      if (writeResource === undefined) return []
      return [{ ...at, kind: 'write-resource', data: JSON.parse(writeResource.data ?? 'null') as Json }]
    }),
  }
}
