import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { Intent } from '@opal/domain/intent'
import type { MarketEvent } from '@opal/domain/market-event'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import type { Rate } from '@opal/domain/rates'
import type { TokenRef } from '@opal/domain/token-ref'
import type { MarketplaceAdapter, MarketplaceContracts } from '../adapter.ts'
import { buildPayload } from '../build-payload.ts'
import { decodeMarketEvents } from '../decode-market-events.ts'
import { MemoryChain } from './memory-chain.ts'

export const ARTIST = parseAddress('0xa1')
export const SELLER = parseAddress('0x5e')
export const BUYER = parseAddress('0xb0')
export const COLLECTION = parseAddress('0xc01')
const STARTING_OCTAS = 2n ** 62n

/** A seller with tokens, a buyer with money, and one marketplace between them. */
export class TradeWorld {
  readonly chain: MemoryChain
  readonly contracts: MarketplaceContracts
  readonly tokens: readonly TokenRef[]
  readonly #adapter: MarketplaceAdapter

  constructor(adapter: MarketplaceAdapter, tokenCount: number, royalty: Rate | null) {
    const contracts = adapter.contracts.local
    if (contracts === null) throw new TypeError(`${adapter.id} is not on the localnet.`)
    this.#adapter = adapter
    this.contracts = contracts
    this.chain = new MemoryChain(adapter.simulate(contracts))
    const addresses = Array.from({ length: tokenCount }, (_, position) => parseAddress(`0x70${position + 16}`))
    this.chain.mint(
      { address: COLLECTION, creator: ARTIST, royalty },
      addresses.map((token) => [token, SELLER]),
    )
    this.tokens = addresses.map((tokenDataId) => ({ standard: 'v2', tokenDataId }))
    this.chain.fund(BUYER, STARTING_OCTAS)
    this.chain.fund(SELLER, STARTING_OCTAS)
  }

  /** Does what somebody wants and decodes what it emitted. @throws MoveAbort */
  trade(sender: Address, intent: Intent): readonly MarketEvent[] {
    return this.send(sender, buildPayload({ adapter: this.#adapter, contracts: this.contracts }, intent))
  }

  /** Runs a payload and decodes what it emitted. @throws MoveAbort */
  send(sender: Address, payload: EntryFunctionPayload): readonly MarketEvent[] {
    return this.decode(this.chain.execute(sender, payload))
  }

  decode(transaction: ChainTransaction): readonly MarketEvent[] {
    const { events, failures } = decodeMarketEvents(transaction, [
      { adapter: this.#adapter, contracts: this.contracts },
    ])
    if (failures[0] !== undefined) throw failures[0].error
    return events
  }

  ownerOf(token: TokenRef): Address {
    return this.chain.peek().ownerOf(token.tokenDataId)
  }

  balanceOf(account: Address): bigint {
    return this.chain.peek().balanceApt(account)
  }
}
