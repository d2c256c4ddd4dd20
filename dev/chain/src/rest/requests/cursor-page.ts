import { invalidParameter } from '../responses/api-error.ts'

/** One page of a list that is paged by cursor. */
export interface CursorPage<Item> {
  readonly items: readonly Item[]
  /** Start of the next page; null when nothing remains. Clients loop forever on a cursor without a page. */
  readonly cursor: string | null
}

/**
 * Returns a page of named items in the order of their names, from the cursor's name on. The cursor is the hex of
 * the next item's name, so it stays right when items come and go.
 */
export function cutCursorPage<Item>(items: ReadonlyMap<string, Item>, start: unknown, limit: number): CursorPage<Item> {
  const from = start === undefined ? '' : readCursor(start)
  const names = [...items.keys()].filter((name) => name >= from).sort()
  const next = names[limit]
  return {
    items: names.slice(0, limit).map((name) => items.get(name) as Item),
    cursor: next === undefined ? null : `0x${Buffer.from(next).toString('hex')}`,
  }
}

function readCursor(start: unknown): string {
  const match = typeof start === 'string' ? /^0x((?:[0-9a-f]{2})+)$/i.exec(start) : null
  if (match === null) throw invalidParameter('query', 'start', 'string(StateKeyWrapper)', 'invalid cursor')
  return Buffer.from(match[1] as string, 'hex').toString()
}
