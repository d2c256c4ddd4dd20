import type { Page } from 'playwright-core'

/** As many as the largest collection that a grid is asked to show. */
export const MANY = 10_000
/** More in a page than the API gives, so that the end of the list is reached in seconds: what is measured comes after. */
const PAGE = 500

interface Items {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly nextCursor: string | null
  readonly total: number
}

/** Makes a collection ten thousand items long: what the API answers for its first page is told again under other names. */
export async function stretchItems(page: Page): Promise<void> {
  let first: Items | null = null
  await page.route(/\/api\/collection\/[^/]+\/nfts\?/, async (route) => {
    const url = new URL(route.request().url())
    const from = Number(url.searchParams.get('cursor') ?? '0')
    if (first === null) {
      url.searchParams.delete('cursor')
      first = (await (await route.fetch({ url: url.href })).json()) as Items
    }
    const { data } = first
    const rows = Array.from({ length: Math.min(PAGE, MANY - from) }, (_, index) => {
      const at = from + index
      return {
        ...data[index % data.length],
        tokenDataId: `0x${(at + 1).toString(16).padStart(64, '0')}`,
        name: `Item #${at}`,
      }
    })
    const next = from + rows.length
    await route.fulfill({ json: { data: rows, nextCursor: next < MANY ? String(next) : null, total: MANY } })
  })
}
