import * as z from 'zod'

/** What a picture is like before it has come: enough to keep its place and to show its colour. */
export const imageFacts = z
  .object({
    /** Pixels of the original. */
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    /** Dominant colour. */
    colour: z.string().regex(/^#[0-9a-f]{6}$/),
  })
  .describe('Size in pixels and dominant colour of the original')
export type ImageFacts = z.output<typeof imageFacts>
