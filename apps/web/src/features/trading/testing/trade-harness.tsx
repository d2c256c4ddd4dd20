import type { MarketplaceInfo } from '@opal/contract/network'
import type { Readiness } from '@opal/contract/network/health'
import type { PortfolioToken } from '@opal/contract/portfolio'
import type { TokenDetail } from '@opal/contract/tokens'
import type { TradeAnswer, TradeItem } from '@opal/contract/trading/trade'
import type { TradePayload } from '@opal/domain/payload'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { finishCommand, openTrade } from '../../../app/commands.ts'
import type { TradeRequest } from '../../../entities/order/trade-request.ts'
import type { ChainNode, TransactionOutcome } from '../../../entities/wallet/chain-node.ts'
import { walletActions, walletSession } from '../../../entities/wallet/wallet-session.ts'
import { type ApiAnswers, renderSite } from '../../../testing/render-site.tsx'
import { testingCollection } from '../../../testing/testing-collection.ts'
import { testingDetail } from '../../../testing/testing-detail.ts'
import { trades } from '../confirmation/pending-trades.ts'
import { type PayloadCheck, PayloadCheckContext } from '../payload-check/payload-check-context.ts'
import { TradingHost } from '../trading-host.tsx'
import { answerOf } from './testing-answer.ts'

export const YOU = `0x${'a'.repeat(64)}`
export const TOKEN = {
  tokenDataId: `0x${'1'.repeat(64)}`,
  name: 'Stone #9',
  image: null,
  collectionId: `0x${'2'.repeat(64)}`,
  collectionName: 'Stones',
  marketplace: 'own',
  listingId: 'a',
  listedPrice: '100000000',
}
export const OTHER_TOKEN = { ...TOKEN, tokenDataId: `0x${'3'.repeat(64)}`, name: 'Stone #10', listingId: 'b' }

/** Returns several tokens, Stone #0 and those after it. */
export function tokensOf(count: number) {
  const at = Array.from({ length: count }, (_, index) => index)
  return at.map((index) => ({ ...TOKEN, tokenDataId: `0x${String(index + 1).repeat(64)}`, name: `Stone #${index}` }))
}

/** The wallet's own listing of what it sells. */
export const ownListing = (priceOctas: string) => ({
  marketplace: 'own',
  listingId: priceOctas,
  seller: YOU,
  propertyVersion: '0',
  priceOctas,
})

export const HASH = `0x${'f'.repeat(64)}`

/** An item of an answer, as the API answers it: 1.5 % fee and 5 % royalty of whatever price it has. */
export function itemOf(changes: Partial<TradeItem> = {}): TradeItem {
  const price = BigInt(changes.priceOctas ?? 100_000_000)
  return {
    tokenDataId: TOKEN.tokenDataId,
    collectionId: TOKEN.collectionId,
    name: TOKEN.name,
    image: null,
    marketplace: 'own',
    listingId: 'a',
    offerId: null,
    names: null,
    listing: null,
    offer: null,
    quantity: '1',
    priceOctas: '100000000',
    sellerOctas: String((price * 935n) / 1_000n),
    commissionOctas: String((price * 15n) / 1_000n),
    commissionBps: 150,
    royaltyOctas: String((price * 5n) / 100n),
    royaltyBps: 500,
    reason: null,
    ...changes,
  }
}

/** A token as its own call tells it: floor 1 APT, last sale 0.9, its rare trait from 2. */
export function detailOf(changes: Partial<TokenDetail> = {}): TokenDetail {
  return testingDetail({
    ...TOKEN,
    owner: { walletAddress: YOU, aptosName: null, isWalletAddress: true },
    lastSalePrice: '90000000',
    lastSaleAtMicros: '1',
    attributes: [{ trait_type: 'Hat', value: 'Crown', count: 1, floorPrice: '200000000' }],
    listings: [],
    programId: TOKEN.collectionId,
    ...changes,
  })
}

export const READY: Readiness = {
  status: 'ready',
  problem: null,
  store: { reachable: true },
  redis: null,
  sockets: null,
  node: { reachable: true, version: '9' },
  index: { version: '9', lagSeconds: 0, lagVersions: '0' },
  marketplaces: [],
}
const SUCCESS: TransactionOutcome = {
  state: 'committed',
  success: true,
  sender: YOU,
  version: 9n,
  vmStatus: 'Executed successfully',
  gasOctas: 1n,
}

/** The chain refused it: what it is about is gone. */
export const REFUSED: TransactionOutcome = {
  ...SUCCESS,
  success: false,
  vmStatus: 'Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): gone',
}

export interface TradeHarnessOptions {
  readonly answers?: ApiAnswers
  /** The wallet's reaction to a request to sign. Default: submits. */
  readonly sign?: () => Promise<string>
  /** The node's status of the transaction. Default: successful. */
  readonly outcome?: TransactionOutcome
  /** The result of the payload check. Default: accepted, because the payloads here are synthetic. */
  readonly check?: PayloadCheck
  /** No wallet is connected. */
  readonly visitor?: boolean
  /** The wallet takes no time by which to send. */
  readonly setsOwnDeadline?: boolean
  /** The marketplaces of the network. Default: the native one alone. */
  readonly marketplaces?: readonly MarketplaceInfo[]
  /** How many transactions an address has sent; null where the node does not answer. Default: some. */
  readonly sent?: (address: string) => bigint | null
  /** The rest of the page, such as the dialog that opened it. */
  readonly below?: ReactNode
  /** The site's query client, such as one that asks again. Default: each query is asked once. */
  readonly queries?: QueryClient
}

/** Accepts any payload: those here are synthetic. */
export const accepting: PayloadCheck = async (_config, _chosen, { payload }) => {
  return payload === null
    ? { refusal: 'Nothing to sign.' }
    : { refusal: null, payload: payload as TradePayload, maxGasAmount: null }
}

/** The site with a connected wallet and a trading dialog open. */
export function openTradeDialog(
  request: TradeRequest,
  {
    answers = {},
    sign,
    outcome = SUCCESS,
    check = accepting,
    visitor = false,
    setsOwnDeadline = false,
    marketplaces,
    sent = () => 4n,
    below,
    queries,
  }: TradeHarnessOptions = {},
) {
  const signAndSubmit = vi.fn(sign ?? (async () => HASH))
  trades.set([])
  localStorage.clear()
  walletSession.set({
    status: visitor ? 'disconnected' : 'connected',
    walletName: 'Test Wallet',
    walletIcon: null,
    address: visitor ? null : YOU,
    balance: 500_000_000n,
    wrongNetwork: false,
  })
  walletActions.set({
    disconnect: async () => {},
    signAndSubmit,
    setsOwnDeadline,
    signIn: null,
    refreshBalance: async () => true,
    sequenceNumber: async () => 4n,
    switchNetwork: async () => {},
  })
  finishCommand('openTrade')
  const node: ChainNode = {
    balance: async () => 0n,
    transaction: async () => outcome,
    ledgerTimeMs: async () => Date.now(),
    sequenceNumber: async (account) => sent(account),
    transactionAt: async () => null,
  }
  openTrade(request)
  const all: ApiAnswers = {
    '/readyz': () => READY,
    [`/api/collection/nfts/${TOKEN.tokenDataId}`]: () => detailOf(),
    [`/api/collection/${TOKEN.collectionId}`]: () => testingCollection(TOKEN.collectionId),
    [`/api/collection/${TOKEN.collectionId}/nfts/floor`]: () => {
      return { floorPrice: '100000000', usualFloorPrice: '100000000', token: null }
    },
    ...holding(),
    ...answers,
  }
  return {
    signAndSubmit,
    ...renderSite(
      <PayloadCheckContext value={check}>
        {below}
        <TradingHost node={node} />
      </PayloadCheckContext>,
      all,
      marketplaces,
      queries === undefined ? {} : { queries },
    ),
  }
}

/** An answer about one token. */
export function quoteOf(changes: Partial<TradeAnswer['split']> = {}, rest: Partial<TradeAnswer> = {}): TradeAnswer {
  return answerOf(changes, { items: [itemOf()], ...rest })
}

/** The request to the API to sell, or to move. */
export interface AskedItems {
  readonly items: readonly { readonly tokenDataId: string }[]
}

/** Answers a call with quotes, and records the bodies that it is sent. */
export function recordQuotes<Body = unknown>(path: string, quote: (body: Body) => TradeAnswer = () => quoteOf()) {
  const bodies: Body[] = []
  const answer = (body: unknown) => {
    bodies.push(body as Body)
    return quote(body as Body)
  }
  return { bodies, answers: { [path]: answer } }
}

/** The answer of a call for the tokens that a wallet holds. */
export const holdingsOf = (data: readonly PortfolioToken[]) => ({ data, nextCursor: null, total: data.length })

/** Returns the API's answer where at least three tokens are listed with a trait of the token, from this price on; null for fewer. */
export function traitFloor(traitFloorPrice: string | null): ApiAnswers {
  const { tokenDataId } = TOKEN
  return { '/api/collection/nfts/top-trait': () => ({ data: [{ tokenDataId, topTrait: null, traitFloorPrice }] }) }
}

/** Returns the API's answers where the wallet holds these. */
export function holding(...data: readonly PortfolioToken[]): ApiAnswers {
  return { [`/data/user/tokens/${YOU}`]: () => holdingsOf(data) }
}
