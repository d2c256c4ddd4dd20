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
  /** Returns whether the page after this one is wanted. Default: every page. */
  readonly goOn?: (page: Page<Row>) => boolean
}

/** Reads the pages of a list, one after the other. @throws whatever a read throws */
export async function readPages<Row>(
  read: (cursor: { readonly cursor?: string }) => Promise<Page<Row>>,
  { maxPages = Number.POSITIVE_INFINITY, goOn = () => true }: PagesLimit<Row> = {},
): Promise<Rows<Row>> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let count = 0; count < maxPages; count += 1) {
    const page: Page<Row> = await read(cursor === null ? {} : { cursor })
    rows.push(...page.data)
    cursor = page.nextCursor
    if (cursor === null || !goOn(page)) break
  }
  return { rows, more: cursor !== null }
}
