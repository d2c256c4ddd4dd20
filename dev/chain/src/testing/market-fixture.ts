import type { Account } from '@aptos-labs/ts-sdk'
import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainChange, ChainTransaction } from '@opal/domain/chain-transaction'
import type { Intent, MarketplaceListing, MarketplaceOffer } from '@opal/domain/intent'
import type { Json } from '@opal/domain/json'
import type { MarketEvent } from '@opal/domain/market-event'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { TokenRefV2 } from '@opal/domain/tokens/token-id'
import { contractsOf } from '@opal/marketplaces/contracts/network-contracts'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import type { CommittedTransaction } from '../ledger/ledger.ts'
import { addressOf, createTestChain, type TestChain } from '../ledger/testing/test-chain.ts'
import { simulateLocalMarketplaces } from '../marketplaces/simulate-marketplaces.ts'

const APT = 100_000_000n

/** A signed ledger with every marketplace, a seller with tokens of one v2 collection (royalty 5 %), and a buyer with 1,000 APT. */
export interface MarketFixture extends AsyncDisposable {
  readonly chain: TestChain
  readonly artist: Account
  readonly seller: Account
  readonly buyer: Account
  readonly collectionId: Address
  readonly tokens: readonly TokenRefV2[]
  /** @throws Error with the VM's status when it failed. @returns the market events of the transaction. */
  send(account: Account, payload: EntryFunctionPayload): readonly MarketEvent[]
  trade(account: Account, marketplace: string, intent: Intent): readonly MarketEvent[]
  list(token: TokenRefV2, marketplace: string, priceOctas: bigint): MarketplaceListing
  bid(account: Account, marketplace: string, priceOctas: bigint): MarketplaceOffer
  ownerOf(token: TokenRefV2): Address
}

/** Ids of the marketplaces that trade on the localnet. */
export const ACTIVE_MARKETPLACES: readonly string[] = contractsOf('local')
  .filter(({ contracts }) => contracts.status === 'active')
  .map(({ adapter }) => adapter.id)

/** Returns a chain with the marketplaces, an artist's tokens, someone who sells them and someone who buys. */
export async function createMarketFixture(tokenCount: number): Promise<MarketFixture> {
  const chain = await createTestChain({ modules: simulateLocalMarketplaces() })
  const [artist, seller, buyer] = [
    chain.funded(10n * APT),
    chain.funded(10n * APT),
    chain.funded(1_000n * APT),
  ] as const
  const { tokens, collectionId } = mintFor(chain, artist, seller, tokenCount)
  const send: MarketFixture['send'] = (account, payload) =>
    eventsOf(requireSuccess(chain.sendPayload(account, payload)))
  const trade: MarketFixture['trade'] = (account, marketplace, intent) => send(account, payloadAt(marketplace, intent))
  return {
    chain,
    artist,
    seller,
    buyer,
    collectionId,
    tokens,
    send,
    trade,
    list: (token, marketplace, priceOctas) => {
      const [placed] = trade(seller, marketplace, { kind: 'list', token, priceOctas })
      if (placed?.kind !== 'listing-placed') throw new Error(`${marketplace} placed no listing`)
      return { listingId: placed.listingId, token, seller: addressOf(seller), priceOctas, marketplace }
    },
    bid: (account, marketplace, priceOctas) => {
      const collection = { standard: 'v2', collectionId } as const
      const terms = { priceOctas, amount: 1n, expiresAtSeconds: 1_900_000_000n }
      const [placed] = trade(account, marketplace, { kind: 'place-collection-offer', collection, ...terms })
      if (placed?.kind !== 'collection-offer-placed') throw new Error(`${marketplace} placed no offer`)
      return { offerId: placed.offerId, buyer: addressOf(account), priceOctas, marketplace }
    },
    ownerOf: ({ tokenDataId }) =>
      parseAddress(String(chain.ledger.resource(tokenDataId, '0x1::object::ObjectCore')?.owner)),
    [Symbol.asyncDispose]: () => chain[Symbol.asyncDispose](),
  }
}

/** Returns a marketplace's call for an intent. */
export function payloadAt(marketplace: string, intent: Intent): EntryFunctionPayload {
  const deployed = contractsOf('local').find(({ adapter }) => adapter.id === marketplace)
  if (deployed === undefined) throw new Error(`${marketplace} is not on the localnet`)
  return buildPayload(deployed, intent)
}

/** @throws Error with the VM's status. */
export function requireSuccess(committed: CommittedTransaction): CommittedTransaction {
  if (committed.info?.success !== true) throw new Error(committed.info?.vmStatus)
  return committed
}

/** Returns all marketplaces' events of a transaction. @throws DecodeError */
export function eventsOf(committed: CommittedTransaction): readonly MarketEvent[] {
  const { events, failures } = decodeMarketEvents(chainTransactionOf(committed), contractsOf('local'))
  if (failures[0] !== undefined) throw failures[0].error
  return events
}

function mintFor(chain: TestChain, artist: Account, owner: Account, count: number) {
  const flags = Array.from({ length: 9 }, () => true)
  chain.send(artist, '0x4::aptos_token::create_collection', ['', 100n, 'Lamps', '', ...flags, 5n, 100n])
  const minted = Array.from({ length: count }, (_, at) => {
    const sent = chain.send(artist, '0x4::aptos_token::mint', ['Lamps', '', `Lamp #${at}`, '', [], [], []])
    const mint = requireSuccess(sent).user?.events?.find((event) => event.typeStr === '0x4::collection::Mint')
    return JSON.parse(mint?.data ?? '{}') as { token: string; collection: string }
  })
  const tokens = minted.map(({ token }) => ({ standard: 'v2', tokenDataId: parseAddress(token) }) as const)
  for (const { tokenDataId } of tokens) {
    chain.send(artist, '0x1::object::transfer_call', [tokenDataId, addressOf(owner)])
  }
  return { tokens, collectionId: parseAddress(minted[0]?.collection ?? '0x0') }
}

/** Converts a committed transaction to what marketplaces decode. */
function chainTransactionOf({ version, info, user }: CommittedTransaction): ChainTransaction {
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

/** Returns octas that the sender paid for running, less what was given back for freed storage. */
export function gasOf({ info, user }: CommittedTransaction): bigint {
  const statement = user?.events?.find(({ typeStr }) => typeStr === '0x1::transaction_fee::FeeStatement')
  const refund = (JSON.parse(statement?.data ?? '{}') as { storage_fee_refund_octas?: string }).storage_fee_refund_octas
  return (info?.gasUsed ?? 0n) * 100n - BigInt(refund ?? 0)
}
