import type { Account } from '@aptos-labs/ts-sdk'
import { decodeTransaction } from '@opal/chain/transaction/parse-transaction'
import { moveJsonText } from '@opal/dev-chain/ledger/encoding/move-json-text'
import type { CommittedTransaction } from '@opal/dev-chain/ledger/ledger'
import { addressOf, createTestChain, type TestChain } from '@opal/dev-chain/ledger/testing/test-chain'
import { simulateLocalMarketplaces } from '@opal/dev-chain/marketplaces/simulate-marketplaces'
import type { MoveValue } from '@opal/dev-chain/modules/move-module'
import { tableHandle, tokenIdJson } from '@opal/dev-chain/modules/token-v1/token-data'
import { TOKEN_STORE } from '@opal/dev-chain/modules/token-v1/token-store'
import { requireSuccess } from '@opal/dev-chain/testing/market-fixture'
import { type Address, parseAddress } from '@opal/domain/address'
import type { ChainTransaction } from '@opal/domain/chain-transaction'
import type { EntryFunctionPayload } from '@opal/domain/payload'
import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import type { Rate } from '@opal/domain/prices/rates'
import {
  type CollectionRef,
  collectionIdV1,
  type TokenRef,
  type TokenStandard,
  tokenDataIdV1,
} from '@opal/domain/tokens/token-id'

/** A royalty of nothing, a usual one, and one that does not come out even. */
const ROYALTIES: readonly Rate[] = [
  { numerator: 0n, denominator: 100n },
  { numerator: 5n, denominator: 100n },
  { numerator: 777n, denominator: 10_000n },
]
const TOKENS_PER_COLLECTION = 2
const ALL_ALLOWED = [true, true, true, true, true]

/** A token of the fixture's collections. */
export interface FixtureToken {
  readonly ref: TokenRef
  readonly collection: CollectionRef
  readonly royalty: Rate
}

/**
 * A ledger with all marketplaces, an artist with a collection for each royalty, and two traders. Their calls are signed,
 * submitted and read back from the bytes that the stream delivers.
 */
export interface TradingFixture extends AsyncDisposable {
  readonly chain: TestChain
  readonly artist: Account
  readonly traders: readonly [Account, Account]
  readonly tokens: readonly FixtureToken[]
  /** Signs, submits and commits a call. @throws Error with the VM's status when it failed. @returns what the stream says */
  send(account: Account, payload: EntryFunctionPayload): Promise<ChainTransaction>
  /**
   * Reads a transaction back from the stream.
   * @throws Error with the VM's status when it failed.
   */
  readBack(committed: CommittedTransaction): Promise<ChainTransaction>
  /** Returns whether an account itself holds a token. */
  holds(account: Address, token: TokenRef): boolean
}

/** Creates the fixture. @param standard of all tokens, which the first trader holds at the start */
export async function createTradingFixture(standard: TokenStandard): Promise<TradingFixture> {
  const chain = await createTestChain({ modules: simulateLocalMarketplaces() })
  const [artist, first, second] = [100n, 1_000_000n, 1_000_000n].map((apt) => chain.funded(apt * OCTAS_PER_APT))
  if (artist === undefined || first === undefined || second === undefined) throw new TypeError('Three were funded.')
  const traders = [first, second] as const
  const mint = standard === 'v2' ? mintV2 : mintV1
  const tokens = ROYALTIES.flatMap((royalty, at) => mint(chain, artist, traders, `Lamps ${at}`, royalty))
  return {
    chain,
    artist,
    traders,
    tokens,
    send: (account, payload) => readBack(chain, chain.sendPayload(account, payload)),
    readBack: (committed) => readBack(chain, committed),
    holds: (account, token) => holds(chain, account, token),
    [Symbol.asyncDispose]: () => chain[Symbol.asyncDispose](),
  }
}

/**
 * Reads a transaction back from the stream.
 * @throws Error with the VM's status when it failed.
 */
export async function readBack({ ledger }: TestChain, committed: CommittedTransaction): Promise<ChainTransaction> {
  const { version = 0n } = requireSuccess(committed)
  const reading = new AbortController()
  for await (const [bytes] of ledger.stream(version, reading.signal)) {
    reading.abort()
    if (bytes !== undefined) return decodeTransaction(bytes)
  }
  throw new Error(`the stream does not have ${version}`)
}

/** Mints v2 tokens of a new collection to the first of the owners. */
export function mintV2(
  chain: TestChain,
  artist: Account,
  [owner]: readonly Account[],
  name: string,
  { numerator, denominator }: Rate,
  count = TOKENS_PER_COLLECTION,
): readonly FixtureToken[] {
  const flags = Array.from({ length: 9 }, () => true)
  const create = ['', 100n, name, '', ...flags, numerator, denominator]
  requireSuccess(chain.send(artist, '0x4::aptos_token::create_collection', create))
  return Array.from({ length: count }, (_, at) => {
    const minted = chain.send(artist, '0x4::aptos_token::mint', [name, '', `${name} #${at}`, '', [], [], []])
    const event = requireSuccess(minted).user?.events?.find(({ typeStr }) => typeStr === '0x4::collection::Mint')
    const { token, collection } = JSON.parse(event?.data ?? '{}') as { token: string; collection: string }
    const [tokenDataId, collectionId] = [parseAddress(token), parseAddress(collection)]
    requireSuccess(chain.send(artist, '0x1::object::transfer_call', [tokenDataId, addressOf(owner as Account)]))
    return {
      ref: { standard: 'v2', tokenDataId },
      collection: { standard: 'v2', collectionId },
      royalty: { numerator, denominator },
    } as const
  })
}

/** Mints v1 tokens of a new collection to the first of the traders. All of them let others put tokens into their stores. */
export function mintV1(
  chain: TestChain,
  artist: Account,
  traders: readonly Account[],
  collectionName: string,
  royalty: Rate,
  count = TOKENS_PER_COLLECTION,
): readonly FixtureToken[] {
  const creatorAddress = addressOf(artist)
  const send = (by: Account, name: string, args: readonly MoveValue[]) =>
    requireSuccess(chain.send(by, `0x3::${name}`, args))
  for (const trader of traders) send(trader, 'token::opt_in_direct_transfer', [true])
  send(artist, 'token::create_collection_script', [collectionName, '', '', 0n, [true, true, true]])
  return Array.from({ length: count }, (_, at) => {
    const tokenName = `${collectionName} #${at}`
    const owed = [creatorAddress, royalty.denominator, royalty.numerator]
    const create = [collectionName, tokenName, '', 1n, 0n, '', ...owed, ALL_ALLOWED, [], [], []]
    send(artist, 'token::create_token_script', create)
    const names = [creatorAddress, collectionName, tokenName, 0n]
    send(artist, 'token::transfer_with_opt_in', [...names, addressOf(traders[0] as Account), 1n])
    const collectionId = collectionIdV1(creatorAddress, collectionName)
    const tokenDataId = tokenDataIdV1(creatorAddress, collectionName, tokenName)
    const named = { standard: 'v1', creatorAddress, collectionName } as const
    return {
      ref: { ...named, tokenDataId, tokenName, propertyVersion: 0n },
      collection: { ...named, collectionId },
      royalty,
    }
  })
}

function holds(chain: TestChain, account: Address, token: TokenRef): boolean {
  if (token.standard === 'v2') {
    const owner = chain.ledger.resource(token.tokenDataId, '0x1::object::ObjectCore')?.owner
    return parseAddress(String(owner)) === account
  }
  const store = chain.ledger.resource(account, TOKEN_STORE)
  if (store === null) return false
  const { creatorAddress: creator, collectionName: collection, tokenName: name, propertyVersion } = token
  const key = moveJsonText(tokenIdJson({ creator, collection, name, propertyVersion }))
  return chain.ledger.tableItem(tableHandle(store, 'tokens'), key) !== null
}
