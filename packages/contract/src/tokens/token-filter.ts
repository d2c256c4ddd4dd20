import { isWithinBounds, type JsonBounds } from '@opal/domain/text/json-bounds'
import * as z from 'zod'
import { addressInput, marketplaceId, octasInput, queryInteger } from '../shapes/scalars.ts'

const condition = z.strictObject({
  trait_type: z.string().max(200),
  value: z.union([z.string().max(500), z.array(z.string().max(500)).max(100).readonly()]),
  /** Leaves tokens with these values out. */
  not: z.boolean().optional(),
})

/** One entry of a trait filter: values of one kind, wanted or refused. */
export type AttributeCondition = Readonly<z.output<typeof condition>>

const MAX_CONDITIONS = 50
/** A trait filter: conditions on the same kind join. */
const attributesList = z.array(condition).max(MAX_CONDITIONS).readonly()
/** What its text may have: a list of conditions, each with a list of values, and a condition's three keys in any order. Others are not parsed. */
const ATTRIBUTES_BOUNDS: JsonBounds = { containers: 1 + 2 * MAX_CONDITIONS, shapes: 3 + 3 * 2 + 3 * 2 * 1 }

/**
 * A trait filter in a query string: a JSON list. Values of one kind are alternatives, kinds all have to match, and `not`
 * refuses values. @source docs/product/tokens-and-filters.md#attribute-filter
 */
const attributesInput = z
  .string()
  .max(8192)
  .transform((text, context): readonly AttributeCondition[] => {
    const parsed = attributesList.safeParse(isWithinBounds(text, ATTRIBUTES_BOUNDS) ? parseJson(text) : undefined)
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: 'expected a JSON list of { trait_type, value, not? }' })
    return z.NEVER
  })
  .describe('JSON list of { trait_type, value, not? }; value may be a list')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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

/** The part of the filter that is about tokens themselves, not their listings: what a bid on a set of tokens is for. */
export const tokenConditionQuery = {
  rarityTop: tokenFilterQuery.rarityTop,
  rarityBottom: tokenFilterQuery.rarityBottom,
  attributes: tokenFilterQuery.attributes,
}

const rank = z.number().int().min(0).max(LARGEST_RANK).default(0)

/** The same filter as a member of a JSON body. */
export const tokenFilterBody = z.strictObject({
  ...members,
  rarityTop: rank.describe('Rank at most; 0 for no limit'),
  rarityBottom: rank.describe('Rank at least; 0 for no limit'),
  attributes: attributesList.optional(),
})

/** A condition on tokens as a member of a JSON body: traits and ranks. */
export const tokenConditionBody = tokenFilterBody.pick({ rarityTop: true, rarityBottom: true, attributes: true })
/** A condition as it was parsed. */
export type TokenCondition = z.output<typeof tokenConditionBody>
/** A condition as a caller writes it into a body. */
export type TokenConditionInput = z.input<typeof tokenConditionBody>

/** A filter of a collection's tokens as it was parsed. Absent members let everything through; 0 is no rank limit. */
export type ParsedTokenFilter = z.output<typeof tokenFilterBody>
/** A filter as a caller writes it into a body. */
export type TokenFilterInput = z.input<typeof tokenFilterBody>
