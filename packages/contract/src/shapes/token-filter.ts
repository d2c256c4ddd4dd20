import * as z from 'zod'
import { addressInput, marketplaceId, octasInput, queryInteger } from './scalars.ts'
import { attributesInput, attributesList } from './trait.ts'

const LARGEST_RANK = 10_000_000

const members = {
  name: z
    .string()
    .max(80)
    .optional()
    .describe('Regular expression on the name, case-insensitive; an invalid one matches literally'),
  creatorAddress: addressInput.optional().describe('Only tokens of a collection that this address created'),
  priceTop: octasInput.optional().describe('Listed at this many octas at most; leaves unlisted tokens out'),
  priceBottom: octasInput.optional().describe('Listed at this many octas at least; leaves unlisted tokens out'),
  nftType: z.enum(['ALL', 'LISTED', 'UNLISTED']).optional().describe('Default ALL'),
  marketplace: marketplaceId.optional().describe('Only tokens listed there, also where nothing can be bought any more'),
}

/**
 * The filter of a collection's tokens in a query string. Whatever chooses among a collection's tokens takes these members,
 * so that the same filter always means the same tokens.
 */
export const tokenFilterQuery = {
  ...members,
  rarityTop: queryInteger(0, LARGEST_RANK, 0).describe('Rank at most; 0 for no limit'),
  rarityBottom: queryInteger(0, LARGEST_RANK, 0).describe('Rank at least; 0 for no limit'),
  attributes: attributesInput.optional(),
}

const rank = z.number().int().min(0).max(LARGEST_RANK).default(0)

/** The same filter as a member of a JSON body. */
export const tokenFilterBody = z.strictObject({
  ...members,
  rarityTop: rank.describe('Rank at most; 0 for no limit'),
  rarityBottom: rank.describe('Rank at least; 0 for no limit'),
  attributes: attributesList.optional(),
})

/** A filter of a collection's tokens as it was parsed. Absent members let everything through; 0 is no rank limit. */
export type ParsedTokenFilter = z.output<typeof tokenFilterBody>
/** A filter as a caller writes it into a body. */
export type TokenFilterInput = z.input<typeof tokenFilterBody>
