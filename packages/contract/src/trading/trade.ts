import * as z from 'zod'
import { MAX_PROOF_LENGTH } from '../constants/token-set-limits.ts'
import { MAX_TRADE_ITEMS } from '../constants/trade-limits.ts'
import {
  address,
  addressInput,
  emptyObject,
  marketplaceId,
  octas,
  setHash,
  signedOctas,
  u64,
  u64Input,
} from '../shapes/scalars.ts'

/** An unsigned entry-function call, as wallets and the official SDK take it. */
export const entryFunctionPayload = z.object({
  function: z.templateLiteral([z.string(), '::', z.string(), '::', z.string()]),
  typeArguments: z.array(z.string()),
  functionArguments: z.array(z.json()),
})

/**
 * An unsigned script that makes several calls in one transaction, all or none. The official SDK reads `bytes` by
 * `Script.deserialize`; wallets take its `bytecode`, `type_args` and `args` as script data.
 */
export const scriptPayload = z.object({
  type: z.literal('script'),
  /** BCS of a `Script`. */
  bytes: z.templateLiteral(['0x', z.string().regex(/^(?:[0-9a-f]{2})+$/)]),
})

/** The payload that a wallet signs: a call, or a script where several calls go into one transaction. */
const tradePayload = z.union([entryFunctionPayload, scriptPayload])
export type WirePayload = z.output<typeof tradePayload>

/** The reason why something cannot be done now: a stable code and a sentence for people. */
export const tradeReason = z.object({ code: z.string(), sentence: z.string() })
export type TradeReason = z.output<typeof tradeReason>

/** The node's simulation of signing this now. */
export const simulation = z.object({
  success: z.boolean(),
  vmStatus: z.string(),
  gasUsed: u64,
  /** Gas in octas at the estimated price. */
  gasOctas: octas,
  /** The reason why it would fail; null when it would succeed. */
  error: tradeReason.nullable(),
})
export type Simulation = z.output<typeof simulation>

/** The split of the money. `seller + commission + royalty = price`; the wallet pays `total`. */
const moneySplit = z.object({
  priceOctas: octas,
  sellerOctas: octas,
  commissionOctas: octas,
  royaltyOctas: octas,
  /**
   * Fee of a marketplace for placing listings or bids, in addition to their price, by the simulation; 0 where nothing is placed.
   */
  placingFeeOctas: octas,
  /** From the simulation; 0 until one was possible. */
  gasOctas: octas,
  /** Refund for storage that the call frees, such as that of a listing that ends. */
  storageRefundOctas: octas,
  /**
   * Octas that leave the signer's wallet when this is signed now: price and gas when buying or bidding, gas
   * otherwise; and the placing fee.
   */
  totalOctas: octas,
  /**
   * Octas that the signer receives: the seller's part when selling, the locked amount when a bid is cancelled, and
   * what else the simulation pays the signer, such as the royalty of an artist who buys.
   */
  receivedOctas: octas,
  /** Null when the balance could not be read. */
  balanceOctas: octas.nullable(),
  /** `balance - total + received + storageRefund`; negative when the balance does not suffice. */
  balanceAfterOctas: signedOctas.nullable(),
})
export type MoneySplit = z.output<typeof moneySplit>

/**
 * Names by which calls identify a token of the older standard, or its collection. They are as the chain has them, also where a reader
 * would see less: the members are not called names, which `parseAnswer` turns into what is shown.
 */
export const tokenNames = z.object({
  creatorAddress: address,
  collection: z.string(),
  /** Empty for a collection. */
  token: z.string(),
  propertyVersion: u64,
})
export type TokenNames = z.output<typeof tokenNames>

/** A requested item and its outcome. Items with a reason are not traded: not in the payload, or left out by best effort. */
export const tradeItem = z.object({
  /** Null for a bid on any token of a collection. */
  tokenDataId: address.nullable(),
  collectionId: address.nullable(),
  name: z.string().nullable(),
  image: z.string().nullable(),
  marketplace: marketplaceId.nullable(),
  listingId: z.string().nullable(),
  offerId: z.string().nullable(),
  /** Null for the newer standard, whose tokens are objects. Id of token or collection is the SHA-256 of creator and names. */
  names: tokenNames.nullable(),
  /** The listing that is bought, changed or taken back. With `offer` and `names` any client can rebuild the payload. */
  listing: z
    .object({
      marketplace: marketplaceId,
      listingId: z.string(),
      seller: address,
      priceOctas: octas,
      propertyVersion: u64,
    })
    .nullable(),
  /** The bid that is sold into or cancelled. */
  offer: z
    .object({
      marketplace: marketplaceId,
      offerId: z.string(),
      buyer: address,
      priceOctas: octas,
      isOnToken: z.boolean(),
      /** A bid that the bidder's pool pays: the set that it is for, null for any token, and how the sold token is in it. */
      pool: z.object({ setRoot: setHash.nullable(), proof: z.array(setHash).max(MAX_PROOF_LENGTH) }).nullable(),
    })
    .nullable(),
  /** Tokens: more than one only for bids on a collection. */
  quantity: u64,
  /** Octas per token: the price of the listing or the offer now, or the one to list or bid at. */
  priceOctas: octas.nullable(),
  sellerOctas: octas.nullable(),
  commissionOctas: octas.nullable(),
  commissionBps: z.number().int().nullable(),
  royaltyOctas: octas.nullable(),
  royaltyBps: z.number().int().nullable(),
  reason: tradeReason.nullable(),
})
export type TradeItem = z.output<typeof tradeItem>

/** Answer of every call that prepares a transaction. */
export const tradeAnswer = z.object({
  /** The payload to sign; null when no item is possible. */
  payload: tradePayload.nullable(),
  /** Null when there is no payload, or the node could not be asked (see reason). */
  simulation: simulation.nullable(),
  split: moneySplit,
  /**
   * The on-chain limit that aborts when the signer would pay more, or get less, than this answer says, without gas: in the
   * marketplace's own `call`, in a `script` around its call, or in the `aggregator`, for each item. `none`: there is no limit,
   * and price, fee or royalty may change until the block. Null where nothing is bought or sold.
   */
  priceGuard: z.enum(['call', 'script', 'aggregator', 'none']).nullable(),
  items: z.array(tradeItem),
  /** The reason why this cannot go ahead as a whole (balance, node, simulation); null when it can. */
  reason: tradeReason.nullable(),
  /** A warning to read before signing that does not prevent it. Absent when there is none. */
  warning: tradeReason.optional(),
})
export type TradeAnswer = z.output<typeof tradeAnswer>

/** Query of every call for an unsigned transaction. */
const tradeQuery = z.strictObject({
  refresh: z
    .literal('true')
    .optional()
    .describe('A quote that follows the market without being asked for. Counted by a smaller limit of its own'),
})
export type TradeQuery = z.input<typeof tradeQuery>

/** Shared parts of every call for an unsigned transaction; the endpoints add the request, or extend the response. */
export const TRADE_CALL = {
  bases: ['main', 'data'],
  method: 'POST',
  tag: 'Trade',
  budget: 'trade',
  params: emptyObject,
  query: tradeQuery,
  response: tradeAnswer,
} as const

/** The wallet that a transaction is built for. */
export const signer = addressInput.describe('Who will sign')

/** Edition of a v1 token that its holder trades. */
export const editionInput = u64Input
  .optional()
  .describe('Edition of a v1 token; needed where the wallet holds several. "0" for v2 tokens')

/** Returns the schema of one transaction's items, an entry per token or order: at least one, at most what a transaction carries. */
export function tradeItems<Shape extends z.ZodRawShape>(item: Shape) {
  return z.array(z.strictObject(item)).min(1).max(MAX_TRADE_ITEMS)
}
