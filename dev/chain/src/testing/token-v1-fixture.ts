import type { Account } from '@aptos-labs/ts-sdk'
import { type Address, toShortAddress } from '@opal/domain/address'
import type { Json, JsonObject } from '@opal/domain/json'
import { moveJsonText } from '../ledger/encoding/move-json-text.ts'
import type { CommittedTransaction } from '../ledger/ledger.ts'
import { addressOf, createTestChain, type TestChain } from '../ledger/testing/test-chain.ts'
import type { MoveModule, MoveValue, TokenIdV1 } from '../modules/move-module.ts'
import { COLLECTIONS, tableHandle, tokenDataIdJson, tokenIdJson } from '../modules/token-v1/token-data.ts'
import { TOKEN_STORE } from '../modules/token-v1/token-store.ts'

/** Flags, limits and properties of a token to create; everything is allowed and nothing limited unless said. */
export interface TokenOptions {
  readonly balance?: bigint
  readonly maximum?: bigint
  readonly flags?: readonly boolean[]
  readonly properties?: Readonly<Record<string, { readonly type: string; readonly value: Uint8Array }>>
}

export const COLLECTION = 'Tide Pools'
const ALL = [true, true, true, true, true]

/** A chain with v1 tokens on it: a creator with a collection, and two who trade. For tests. */
export class TokenV1Fixture implements AsyncDisposable {
  readonly chain: TestChain
  readonly creator: Account
  readonly alice: Account
  readonly bob: Account

  private constructor(chain: TestChain) {
    this.chain = chain
    const [creator, alice, bob] = [1, 2, 3].map(() => chain.funded(10_000_000_000n))
    this.creator = creator as Account
    this.alice = alice as Account
    this.bob = bob as Account
  }

  /** @param modules published in addition to the framework. */
  static async create(modules: readonly MoveModule[] = []): Promise<TokenV1Fixture> {
    return new TokenV1Fixture(await createTestChain({ modules }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.chain[Symbol.asyncDispose]()
  }

  /** Calls a function of 0x3, `module::function`. */
  send(by: Account, name: string, args: readonly MoveValue[]): CommittedTransaction {
    return this.chain.send(by, `0x3::${name}`, args)
  }

  /** As {@link send}: what became of it. */
  status(by: Account, name: string, args: readonly MoveValue[]): string {
    return this.send(by, name, args).info?.vmStatus ?? ''
  }

  createCollection(maximum = 0n, flags = ALL, name = COLLECTION): CommittedTransaction {
    const args = [name, 'What the tide left', 'ipfs://tide', maximum, flags]
    return this.#done(this.send(this.creator, 'token::create_collection_script', args))
  }

  createToken(name: string, options: TokenOptions = {}): TokenIdV1 {
    this.#done(this.send(this.creator, 'token::create_token_script', this.tokenArguments(name, options)))
    return this.token(name)
  }

  /** Returns arguments of `create_token_script`. */
  tokenArguments(name: string, options: TokenOptions = {}): readonly MoveValue[] {
    const { balance = 1n, maximum = 0n, flags = ALL, properties = {} } = options
    const columns = Object.entries(properties)
    const payee = addressOf(this.creator)
    const head = [COLLECTION, name, 'Wet', balance, maximum, `ipfs://${name}`, payee, 100n, 5n, flags]
    const types = columns.map(([, { type }]) => type)
    return [...head, columns.map(([key]) => key), columns.map(([, { value }]) => value), types]
  }

  token(name: string, propertyVersion = 0n): TokenIdV1 {
    return { creator: addressOf(this.creator), collection: COLLECTION, name, propertyVersion }
  }

  /** Returns an account's balance of a token. */
  balance(account: Account, token: TokenIdV1): bigint {
    const held = this.held(addressOf(account), token)
    return held === null ? 0n : BigInt(held.amount as string)
  }

  /** Returns the `0x3::token::Token` in an account's store. */
  held(account: Address, token: TokenIdV1): JsonObject | null {
    return this.#item(account, TOKEN_STORE, 'tokens', tokenIdJson(token))
  }

  tokenData(token: TokenIdV1): JsonObject | null {
    return this.#item(token.creator, COLLECTIONS, 'token_data', tokenDataIdJson(token))
  }

  collectionData(name = COLLECTION): JsonObject | null {
    return this.#item(addressOf(this.creator), COLLECTIONS, 'collection_data', name)
  }

  pending(from: Account, to: Account, token: TokenIdV1): JsonObject | null {
    const key = { to_addr: toShortAddress(addressOf(to)), token_id: tokenIdJson(token) }
    return this.#item(addressOf(from), '0x3::token_transfers::PendingClaims', 'pending_claims', key)
  }

  #item(account: Address, type: string, path: string, key: Json): JsonObject | null {
    const { ledger } = this.chain
    const resource = ledger.resource(account, type)
    if (resource === null) return null
    return ledger.tableItem(tableHandle(resource, path), moveJsonText(key)) as JsonObject | null
  }

  #done(transaction: CommittedTransaction): CommittedTransaction {
    if (transaction.info?.success !== true) throw new Error(transaction.info?.vmStatus)
    return transaction
  }
}

/** Returns a v1 token's four arguments. */
export function argumentsOf({ creator, collection, name, propertyVersion }: TokenIdV1): readonly MoveValue[] {
  return [creator, collection, name, propertyVersion]
}

/** Returns types and data of a transaction's events, the fee statement left out. */
export function eventsOf(transaction: CommittedTransaction): readonly (readonly [string, JsonObject])[] {
  return (transaction.user?.events ?? [])
    .filter(({ typeStr }) => typeStr !== '0x1::transaction_fee::FeeStatement')
    .map(({ typeStr = '', data = '{}' }) => [typeStr, JSON.parse(data) as JsonObject])
}
