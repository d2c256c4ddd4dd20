import type { Address } from '@opal/domain/address'
import type { MarketEvent } from '@opal/domain/market-event'
import type { TokenActivity, TokenChanges } from '@opal/domain/tokens/token-change'
import type { IndexedBatch } from '../batch.ts'
import { cut, played } from './market-moves.ts'
import {
  address,
  aptTransfer,
  batchOf,
  COLLECTION,
  described,
  eventBase,
  indexed,
  passes,
  token,
} from './market-story.ts'
import type { Move } from './reference-market.ts'

/** Everything that a batch can hold, after a market has been played. */
export function fullBatches(): readonly IndexedBatch[] {
  const moves: readonly Move[] = (
    [
      'list',
      'buy',
      'bid',
      'accept-bid',
      'send',
      'list',
      'reprice',
      'delist',
      'bid',
      'cancel-bid',
      'list',
      'buy',
      'deposit',
      'pool-bid',
      'set-bid',
      'accept-pool-bid',
      'withdraw',
      'cancel-pool-bid',
    ] as const
  ).map((what, index) => ({ what, token: index % 3, who: (index + 1) % 4, price: 5 + index, amount: 2 }))
  const { transactions } = played([...moves, ...moves.map((move) => ({ ...move, who: (move.who + 2) % 4 }))])
  return [...cut(transactions, [4, 1, 7]), ...cut(transactions, [9]).slice(0, 1), full(100n), full(101n), full(100n)]
}

const MINT = '0x4::collection::Mint'
const CHANGE = { kind: 'delete-resource' as const, index: 0, address: address('f1'), type: '0x1::object::ObjectCore' }
const [ANNA, BEN] = [address('f0'), address('f1')]
export const TOKEN = address('a0')
/** Minted by a {@link full} batch. */
export const NEW_TOKEN = address('ae')

function full(version: bigint): IndexedBatch {
  const at = (index: number) => ({ ...eventBase(version, index, 9n), token: token(NEW_TOKEN) })
  const unnamed = { ...eventBase(version, 5, 9n).collection, collectionId: null }
  const unknown = { ...eventBase(version, 4, 9n), token: token(address('af')), listingId: address('7a'), seller: ANNA }
  const market: readonly MarketEvent[] = [
    { ...at(0), kind: 'token-offer-placed', offerId: address('77'), buyer: BEN, expiresAtSeconds: 1_700_000_000n },
    { ...at(1), collection: unnamed, kind: 'listing-placed', listingId: address('78'), seller: ANNA },
    {
      ...at(2),
      kind: 'listing-filled',
      listingId: address('78'),
      seller: null,
      buyer: BEN,
      commissionOctas: null,
      royaltyOctas: null,
    },
    { ...unknown, kind: 'listing-placed' },
    {
      ...at(3),
      token: token(TOKEN),
      kind: 'listing-filled',
      listingId: address('79'),
      seller: ANNA,
      buyer: BEN,
      commissionOctas: 1n,
      royaltyOctas: 1n,
    },
  ]
  const activity = (eventIndex: number, type: string): TokenActivity => ({
    eventIndex,
    eventAccountAddress: NEW_TOKEN,
    tokenDataId: NEW_TOKEN,
    propertyVersionV1: 0n,
    type,
    fromAddress: ANNA,
    toAddress: BEN,
    tokenAmount: 1n,
    beforeValue: null,
    afterValue: null,
    entryFunctionIdStr: null,
    tokenStandard: 'v2',
    isFungibleV2: false,
  })
  const tokens: Partial<TokenChanges> = {
    tokenDatas: [{ ...described(NEW_TOKEN), tokenUri: `https://opal.test/${version}` }],
    ownerships: [...passes(NEW_TOKEN, null, BEN), ...passes(TOKEN, ANNA, BEN)],
    activities: [activity(20, MINT), activity(21, '0x4::token::Mutation')],
    royalties: [{ objectAddress: NEW_TOKEN, payeeAddress: ANNA, numerator: 1n, denominator: 20n }],
    pendingClaims: [claim(ANNA, BEN)],
    collections: [collection()],
    tokenStores: [{ owner: BEN, acceptsTransfers: false }],
  }
  const stops = [{ marketplace: 'opal', version, event_index: 9, event_type: 'unknown', message: 'by the test' }]
  const minted = indexed(version + 20n, [], {
    activities: [activity(1, MINT)],
    ownerships: passes(NEW_TOKEN, null, BEN),
  })
  const mint = { ...minted, transaction: { ...minted.transaction, sender: BEN, changes: [CHANGE] } }
  const commissionChange = {
    marketplace: 'opal',
    version,
    eventIndex: 30,
    atMicros: 9n,
    fixedOctas: null,
    announced: null,
  }
  const commissions = [{ ...commissionChange, rate: { numerator: 1n, denominator: 100n } }]
  return {
    ...batchOf([{ ...indexed(version, market, tokens), commissions }, mint]),
    state: [aptTransfer(version - 90n, BEN, ANNA)],
    stops,
  }
}

function collection(): TokenChanges['collections'][number] {
  return {
    collectionId: COLLECTION,
    creatorAddress: ANNA,
    collectionName: 'Stories',
    description: '',
    uri: 'https://opal.test/collection',
    currentSupply: 5n,
    maxSupply: null,
    totalMintedV2: 5n,
    mutableDescription: null,
    mutableUri: null,
    tableHandleV1: null,
    tokenStandard: 'v2',
    collectionProperties: null,
  }
}

function claim(fromAddress: Address, toAddress: Address): TokenChanges['pendingClaims'][number] {
  return {
    tokenDataId: NEW_TOKEN,
    propertyVersion: 0n,
    fromAddress,
    toAddress,
    collectionId: COLLECTION,
    creatorAddress: ANNA,
    collectionName: 'Stories',
    name: 'Story',
    amount: 1n,
    tableHandle: '0x1',
  }
}
