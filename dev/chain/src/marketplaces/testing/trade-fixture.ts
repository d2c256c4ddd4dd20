import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { Intent } from '@opal/domain/intent'
import type { MarketEvent } from '@opal/domain/market-event'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { Rate } from '@opal/domain/prices/rates'
import {
  type CollectionRef,
  collectionIdV1,
  type TokenRef,
  type TokenRefV1,
  type TokenStandard,
  tokenDataIdV1,
} from '@opal/domain/tokens/token-id'
import type { MarketplaceAdapter, MarketplaceContracts } from '@opal/marketplaces/adapter'
import { decodeMarketEvents } from '@opal/marketplaces/decode/decode-market-events'
import { buildPayload } from '@opal/marketplaces/payload/build-payload'
import type { TokenIdV1 } from '../../modules/move-module.ts'
import { simulatorOf } from '../registry.ts'
import { MemoryChain } from './memory-chain.ts'
import { optInDirectTransfer } from './memory-tokens-v1.ts'

export const ARTIST = parseAddress('0xa1')
export const SELLER = parseAddress('0x5e')
export const BUYER = parseAddress('0xb0')
export const COLLECTION = parseAddress('0xc01')
const COLLECTION_NAME = 'Tide Pools'
const STARTING_OCTAS = 2n ** 62n
const NO_ROYALTY: Rate = { numerator: 0n, denominator: 0n }

/** Choices for v1 tokens. */
export interface FixtureV1 {
  readonly propertyVersion?: bigint
  /** Whether the buyer accepts v1 tokens that are sent, as most who trade do. */
  readonly isBuyerOpen?: boolean
}

/** A seller with tokens, a buyer with money, and one marketplace between them. */
export class TradeFixture {
  readonly chain: MemoryChain
  readonly contracts: MarketplaceContracts
  readonly tokens: readonly TokenRef[]
  readonly collection: CollectionRef
  readonly #adapter: MarketplaceAdapter

  /** @param contracts where the marketplace lives; default as on the localnet. */
  constructor(
    adapter: MarketplaceAdapter,
    tokenCount: number,
    royalty: Rate | null,
    standard: TokenStandard = 'v2',
    contracts: MarketplaceContracts | null = adapter.contracts.local,
    v1: FixtureV1 = {},
  ) {
    if (contracts === null) throw new TypeError(`${adapter.id} is not on the localnet.`)
    this.#adapter = adapter
    this.contracts = contracts
    this.chain = new MemoryChain(simulatorOf(adapter.id).simulate(contracts))
    this.collection = standard === 'v2' ? { standard, collectionId: COLLECTION } : COLLECTION_V1
    this.tokens = standard === 'v2' ? this.#mint(tokenCount, royalty) : this.#mintV1(tokenCount, royalty, v1)
    this.chain.fund(BUYER, STARTING_OCTAS)
    this.chain.fund(SELLER, STARTING_OCTAS)
  }

  /**
   * Executes an intent and decodes the emitted events.
   * @throws MoveAbort
   */
  trade(sender: Address, intent: Intent): readonly MarketEvent[] {
    return this.send(sender, buildPayload({ adapter: this.#adapter, contracts: this.contracts }, intent))
  }

  /**
   * Runs a payload and decodes what it emitted.
   * @param payload undefined for a call that the marketplace does not offer.
   * @throws MoveAbort; TypeError without a payload.
   */
  send(sender: Address, payload: EntryFunctionPayload | undefined): readonly MarketEvent[] {
    if (payload === undefined) throw new TypeError('There is no such builder.')
    return this.decode(this.chain.execute(sender, payload))
  }

  decode(transaction: ChainTransaction): readonly MarketEvent[] {
    const { events, failures } = decodeMarketEvents(transaction, [
      { adapter: this.#adapter, contracts: this.contracts },
    ])
    if (failures[0] !== undefined) throw failures[0].error
    return events
  }

  /**
   * Returns the owner of a token; null for a v1 token that neither of the two holds, which is in the marketplace's
   * escrow.
   */
  ownerOf(token: TokenRef): Address | null {
    if (token.standard === 'v2') return this.chain.peek().ownerOf(token.tokenDataId)
    const holds = (account: Address) => this.heldV1(account, token) === 1n
    return [SELLER, BUYER].find(holds) ?? null
  }

  /** Returns how many items of a v1 token an account has. */
  heldV1(account: Address, token: TokenRefV1): bigint {
    return this.chain.peek().tokenBalance(account, tokenIdOf(token))
  }

  balanceOf(account: Address): bigint {
    return this.chain.peek().balanceApt(account)
  }

  #mint(count: number, royalty: Rate | null): readonly TokenRef[] {
    const addresses = Array.from({ length: count }, (_, position) => parseAddress(`0x70${position + 16}`))
    this.chain.mint(
      { address: COLLECTION, creator: ARTIST, royalty },
      addresses.map((token) => [token, SELLER]),
    )
    return addresses.map((tokenDataId) => ({ standard: 'v2', tokenDataId }))
  }

  #mintV1(count: number, royalty: Rate | null, { propertyVersion, isBuyerOpen = true }: FixtureV1) {
    const tokens = Array.from({ length: count }, (_, position) => tokenV1(position + 1, propertyVersion))
    const held = tokens.map((token) => ({ token: tokenIdOf(token), owner: SELLER, amount: 1n }))
    this.chain.mintV1(royalty ?? NO_ROYALTY, ...held)
    if (isBuyerOpen) optInDirectTransfer(this.chain.peek(), BUYER)
    return tokens
  }
}

export const COLLECTION_V1 = {
  standard: 'v1',
  collectionId: collectionIdV1(ARTIST, COLLECTION_NAME),
  creatorAddress: ARTIST,
  collectionName: COLLECTION_NAME,
} as const

/** Returns the nth v1 token of a fixture, from 1. */
export function tokenV1(n: number, propertyVersion = 0n): TokenRefV1 {
  const tokenName = `Tide Pool #${n}`
  const tokenDataId = tokenDataIdV1(ARTIST, COLLECTION_NAME, tokenName)
  const names = { creatorAddress: ARTIST, collectionName: COLLECTION_NAME, tokenName, propertyVersion }
  return { standard: 'v1', tokenDataId, ...names }
}

function tokenIdOf({ creatorAddress, collectionName, tokenName, propertyVersion }: TokenRefV1): TokenIdV1 {
  return { creator: creatorAddress, collection: collectionName, name: tokenName, propertyVersion }
}
