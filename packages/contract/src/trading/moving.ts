import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { addressInput, u64Input } from '../shapes/scalars.ts'
import { editionInput, signer, TRADE_CALL, tradeItems } from './trade.ts'

/** Builds the unsigned transaction that gives a token away. A token of the older standard has to be claimed by its receiver. */
export const buildTransfer = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-transfer',
  path: '/collection/nfts/transfer',
  summary: 'Payload that transfers a token',
  body: z.strictObject({
    walletAddress: signer,
    tokenDataId: addressInput,
    toAddress: addressInput,
    propertyVersion: editionInput,
  }),
  errors: [],
  example: { body: { walletAddress: EXAMPLE.owner, tokenDataId: EXAMPLE.tokenDataId, toAddress: EXAMPLE.buyer } },
})

/**
 * Builds the unsigned transaction that gives several tokens away, to one receiver or to several. Tokens of the older
 * standard have to be claimed by their receivers.
 */
export const buildTransferMany = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-transfer-many',
  path: '/collection/nfts/transfer-many',
  summary: 'Payload that transfers several tokens',
  body: z.strictObject({
    walletAddress: signer,
    toAddress: addressInput.describe('Who receives the tokens'),
    items: tradeItems({
      tokenDataId: addressInput,
      toAddress: addressInput.optional().describe('Who receives this one instead'),
      propertyVersion: editionInput,
    }),
  }),
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.owner, toAddress: EXAMPLE.buyer, items: [{ tokenDataId: EXAMPLE.tokenDataId }] },
  },
})

/** Builds the unsigned transaction that claims a token someone offered to the wallet. @source docs/product/trading.md#claim-dialog */
export const buildClaim = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-claim',
  path: '/collection/nfts/claim',
  summary: 'Payload that claims an offered token',
  body: z.strictObject({
    walletAddress: signer,
    tokenDataId: addressInput,
    fromAddress: addressInput.optional().describe('Default: the newest offer of this token'),
    propertyVersion: u64Input.optional(),
  }),
  errors: [],
  example: { body: { walletAddress: EXAMPLE.owner, tokenDataId: EXAMPLE.tokenDataId } },
})

/** Builds the unsigned transaction that takes back a token which the wallet has sent and nobody has claimed. */
export const buildTakeBack = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-take-back',
  path: '/collection/nfts/transfer/cancel',
  summary: 'Payload that takes back a sent token which is not claimed yet',
  body: z.strictObject({
    walletAddress: signer,
    tokenDataId: addressInput,
    toAddress: addressInput.describe('For whom it waits'),
    propertyVersion: u64Input,
  }),
  errors: [],
  example: {
    body: {
      walletAddress: EXAMPLE.owner,
      tokenDataId: EXAMPLE.tokenDataId,
      toAddress: EXAMPLE.buyer,
      propertyVersion: '0',
    },
  },
})
