import * as z from 'zod'
import { octas } from './scalars.ts'

/** One value of a kind of trait. */
export const traitValue = z.object({
  value: z.string(),
  /** Tokens that have it, of those the other filters let through. */
  count: z.number().int(),
  /** Lowest live listing price among them; null when none is for sale. */
  floorPrice: octas.nullable(),
})
export type TraitValue = z.output<typeof traitValue>

/** One kind of trait with its values, those of most tokens first. */
export const traitKind = z.object({
  trait_type: z.string(),
  /** Values there are; `values` may have fewer. */
  valueCount: z.number().int(),
  values: z.array(traitValue),
})
export type TraitKind = z.output<typeof traitKind>

const condition = z.strictObject({
  trait_type: z.string().max(200),
  value: z.union([z.string().max(500), z.array(z.string().max(500)).max(100).readonly()]),
  /** Leaves tokens with these values out. */
  not: z.boolean().optional(),
})

/** One entry of a trait filter: values of one kind, wanted or refused. */
export interface AttributeCondition {
  readonly trait_type: string
  readonly value: string | readonly string[]
  readonly not?: boolean | undefined
}

/** A trait filter: conditions on the same kind join. */
export const attributesList = z.array(condition).max(50).readonly()

/**
 * A trait filter in a query string: a JSON list. Values of one kind are alternatives, kinds all have to match, and `not`
 * refuses values. @source spec 000, section 5 "sends attributes only when the parsed list is non-empty"
 */
export const attributesInput = z
  .string()
  .max(8192)
  .transform((text, context): readonly AttributeCondition[] => {
    const parsed = attributesList.safeParse(parseJson(text))
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
