import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import {
  addressInput,
  emptyObject,
  expiryInput,
  noBody,
  octas,
  octasInput,
  setHash,
  wholeNumber,
} from '../shapes/scalars.ts'
import { MIN_PRICE_LABEL } from './selling.ts'
import { signer, TRADE_CALL } from './trade.ts'

/** Balance of a wallet's bid pool, and the bids that it pays. */
export const getBidPool = defineEndpoint({
  id: 'get-bid-pool',
  bases: ['data', 'main'],
  method: 'GET',
  path: '/user/pool/:wallet',
  summary: "A wallet's bid pool: one deposit that pays for many bids",
  tag: 'Portfolio',
  params: z.strictObject({ wallet: addressInput }),
  query: emptyObject,
  body: noBody,
  response: z.object({
    balance: octas,
    /** Open bids that the pool pays, whether it holds enough or not; none that has expired. */
    bids: z.number().int(),
    /** Octas that the bids would pay if all were filled: they may be more than the pool holds. */
    exposure: octas,
  }),
  errors: [],
  failure: { value: { balance: '0', bids: 0, exposure: '0' } },
  example: { params: { wallet: EXAMPLE.buyer } },
})

/** Builds the unsigned transaction that bids on tokens of a collection, paid by the signer's pool. @source docs/product/bids.md#pool-bids */
export const buildPoolBid = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-pool-bid',
  path: '/collection/bid/pool',
  summary: 'Payload that places a bid that the bid pool pays',
  body: z.strictObject({
    walletAddress: signer,
    collectionId: addressInput,
    setRoot: setHash.optional().describe('Root of an announced set of wanted tokens; default: any of the collection'),
    price: octasInput.describe(`Octas per token; ${MIN_PRICE_LABEL}; below the floor unless it is for a set`),
    size: wholeNumber(1, 10_000).default(1).describe('Items wanted'),
    expirationTime: expiryInput,
    deposit: octasInput.default('0').describe('Octas that go into the pool first'),
  }),
  errors: ['collection-not-found'],
  example: {
    body: {
      walletAddress: EXAMPLE.buyer,
      collectionId: EXAMPLE.collectionId,
      price: '120000000',
      size: 2,
      expirationTime: '4102444800',
      deposit: '120000000',
    },
  },
})

/** Builds the unsigned transaction that moves octas into the signer's pool. */
export const buildPoolDeposit = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-pool-deposit',
  path: '/user/pool/deposit',
  summary: 'Payload that deposits into the bid pool',
  body: z.strictObject({ walletAddress: signer, octas: octasInput }),
  errors: [],
  example: { body: { walletAddress: EXAMPLE.buyer, octas: '100000000' } },
})

/** Builds the unsigned transaction that takes octas out of the signer's pool. */
export const buildPoolWithdrawal = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-pool-withdrawal',
  path: '/user/pool/withdraw',
  summary: 'Payload that withdraws from the bid pool',
  body: z.strictObject({ walletAddress: signer, octas: octasInput }),
  errors: [],
  example: { body: { walletAddress: EXAMPLE.buyer, octas: '100000000' } },
})
