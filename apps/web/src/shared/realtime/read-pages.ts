/** One page of a list. */
export interface Page<Row> {
  readonly data: readonly Row[]
  readonly nextCursor: string | null
}

/** The loaded part of a list. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  /** Whether the list has more rows. */
  readonly more: boolean
}

/** Limits of a read of many pages. */
export interface PagesLimit<Row> {
  /** Default: no limit. */
  readonly maxPages?: number
  /** Number of rows with which no further page is wanted. Default: no limit. */
  readonly enoughRows?: number
  /** Returns whether the page after this one is wanted. Default: every page. */
  readonly goOn?: (page: Page<Row>) => boolean
}

/** Reads the pages of a list, one after the other. @throws whatever a read throws */
export async function readPages<Row>(
  read: (cursor: { readonly cursor?: string }) => Promise<Page<Row>>,
  {
    maxPages = Number.POSITIVE_INFINITY,
    enoughRows = Number.POSITIVE_INFINITY,
    goOn = () => true,
  }: PagesLimit<Row> = {},
): Promise<Rows<Row>> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let count = 0; count < maxPages; count += 1) {
    const page: Page<Row> = await read(cursor === null ? {} : { cursor })
    rows.push(...page.data)
    cursor = page.nextCursor
    if (cursor === null || rows.length >= enoughRows || !goOn(page)) break
  }
  return { rows, more: cursor !== null }
}

/**
 * Reads for any number of ids what one call answers for a few, by calls at the same time.
 * @param size ids of one call.
 * @returns the answers, in the order of the ids.
 */
export function readParts<Answer>(
  ids: readonly string[],
  size: number,
  read: (some: string[]) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))
  return Promise.all(parts.map(read))
}
