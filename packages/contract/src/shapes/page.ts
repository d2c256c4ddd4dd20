import * as z from 'zod'
import { queryInteger } from './scalars.ts'

/** Opaque place in a list, given back by the answer before. */
export const cursor = z.string().min(1).max(512).describe('nextCursor of the page before; wins over page')

/** Query members of a list that is read page by page. Beyond {@link MAX_OFFSET} rows only the cursor leads on. */
export function pageQuery(defaultTake: number, maxTake: number) {
  return {
    page: queryInteger(1, 1000, 1),
    take: queryInteger(1, maxTake, defaultTake),
    cursor: cursor.optional(),
  }
}

/** `page * take` may not exceed this; a cursor has no such limit. */
export const MAX_OFFSET = 10_000

/** Answer of a list: rows, and where the next page starts. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    /** Null at the end of the list. */
    nextCursor: z.string().nullable(),
  })
}
