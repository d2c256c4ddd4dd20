import { parseAddress } from '@opal/domain/address'
import type { ListingTerms } from '@opal/domain/prices/listing-terms'
import * as z from 'zod'
import { defineEndpoint } from '../http/endpoint.ts'
import { EXAMPLE } from '../shapes/example-ids.ts'
import { addressInput, expiryInput, marketplaceId, octasInput, u64Input } from '../shapes/scalars.ts'
import { editionInput, signer, TRADE_CALL, tradeItems } from './trade.ts'

/** Smallest price something may be listed or bid at. @source docs/product/trading.md#minimum-price */
export const MIN_PRICE_OCTAS = 100_000n

/** Words for the smallest price, e.g. in the reference of the API. */
export const MIN_PRICE_LABEL = `at least ${MIN_PRICE_OCTAS} (0.001 APT)`

const priceInput = octasInput.describe(`Octas; ${MIN_PRICE_LABEL}`)
/** A listing of the signer's. */
const ownListingId = z.string().max(200).optional().describe('Default: the cheapest open listing of this wallet')
/** Edition of a v1 token that its own listing sells. */
const listedEdition = u64Input.optional().describe('Edition of a v1 token that the listing sells. Default: any')

/** Terms of listings beyond their prices, on our own marketplace: what is left out does not apply. */
const termsInput = z.strictObject({
  fall: z
    .strictObject({
      endPrice: octasInput.describe(`Below every price; ${MIN_PRICE_LABEL}`),
      fromSeconds: expiryInput,
      untilSeconds: expiryInput.describe('Unix seconds to come, after `fromSeconds`'),
    })
    .optional()
    .describe('The price falls to `endPrice`, in up to 100 equal steps'),
  expiresAtSeconds: expiryInput.optional().describe('Unix seconds from which nobody can buy'),
  reservedFor: addressInput.optional().describe('The only wallet that can buy'),
  leastProceeds: octasInput
    .optional()
    .describe('Octas that each sale brings the seller at least, after royalty and commission'),
})
export type TermsInput = z.input<typeof termsInput>

/** Returns the terms that a request names. */
export function toListingTerms({ fall, expiresAtSeconds, reservedFor, leastProceeds }: TermsInput): ListingTerms {
  return {
    fall:
      fall === undefined
        ? null
        : {
            endOctas: BigInt(fall.endPrice),
            fromSeconds: BigInt(fall.fromSeconds),
            untilSeconds: BigInt(fall.untilSeconds),
          },
    expiresAtSeconds: expiresAtSeconds === undefined ? null : BigInt(expiresAtSeconds),
    reservedFor: reservedFor === undefined ? null : parseAddress(reservedFor),
    leastOctas: BigInt(leastProceeds ?? 0),
  }
}

/** Builds the unsigned transaction that lists tokens at a price. Nothing is signed or stored. */
export const buildList = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-list',
  path: '/collection/nfts/list',
  summary: 'Payload that lists tokens',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      price: priceInput,
      marketplace: marketplaceId.optional().describe('Default: the native marketplace'),
      propertyVersion: editionInput,
    }),
    terms: termsInput.optional().describe('Of all items'),
  }),
  errors: ['not-offered'],
  example: {
    body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.tokenDataId, price: '150000000' }] },
  },
})

/** Builds the unsigned transaction that gives listings a new price or new terms, on the marketplaces where they are. */
export const buildUpdatePrice = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-update-price',
  path: '/collection/nfts/update-price',
  summary: 'Payload that changes the price or the terms of listings',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      price: priceInput,
      marketplace: marketplaceId.optional(),
      listingId: ownListingId,
      propertyVersion: listedEdition,
    }),
    terms: termsInput
      .optional()
      .describe('Replace those of all items. Without it a falling price becomes fixed; the other terms do not change'),
  }),
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.listedTokenDataId, price: '250000000' }] },
  },
})

/**
 * Builds the unsigned transaction that puts a price on each token: what the wallet has listed gets it where it is, what it
 * has not is listed. @source docs/product/trading.md#list-and-reprice
 */
export const buildListAndUpdate = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-list-and-update',
  path: '/collection/nfts/list-and-update',
  summary: 'Payload that lists tokens and changes the price of listings',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      price: priceInput,
      marketplace: marketplaceId
        .optional()
        .describe('Default: where it is listed, else the native marketplace; another than that is refused'),
      listingId: ownListingId,
      propertyVersion: editionInput,
    }),
  }),
  errors: [],
  example: {
    body: {
      walletAddress: EXAMPLE.owner,
      items: [
        { tokenDataId: EXAMPLE.listedTokenDataId, price: '250000000' },
        { tokenDataId: EXAMPLE.tokenDataId, price: '260000000' },
      ],
    },
  },
})

/**
 * Builds the unsigned transaction that moves listings, wherever they are, to the native marketplace at new prices.
 * @source docs/product/rewards.md#loyalty-radar
 */
export const buildRelist = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-relist',
  path: '/collection/nfts/relist',
  summary: 'Payload that moves listings to the native marketplace',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      price: priceInput,
      marketplace: marketplaceId.optional().describe('Where it is listed now'),
      listingId: ownListingId,
      propertyVersion: listedEdition,
    }),
  }),
  errors: [],
  example: {
    body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.listedTokenDataId, price: '250000000' }] },
  },
})

/** Builds the unsigned transaction that takes listings back. */
export const buildDelist = defineEndpoint({
  ...TRADE_CALL,
  id: 'build-delist',
  path: '/collection/nfts/delist',
  summary: 'Payload that delists tokens',
  body: z.strictObject({
    walletAddress: signer,
    items: tradeItems({
      tokenDataId: addressInput,
      marketplace: marketplaceId.optional(),
      listingId: ownListingId,
      propertyVersion: listedEdition,
    }),
  }),
  errors: ['not-offered'],
  example: { body: { walletAddress: EXAMPLE.owner, items: [{ tokenDataId: EXAMPLE.listedTokenDataId }] } },
})
