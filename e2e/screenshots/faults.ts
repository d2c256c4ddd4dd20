import type { Page } from 'playwright-core'

/** What the browser itself asks of the API; pages that the server renders are not touched. */
const API_CALLS = /\/(api|aggregator|data)\/(?!live)/

/** Every further call fails, as when the server is out of reach. */
export async function failCalls(page: Page): Promise<void> {
  await page.route(API_CALLS, (route) => route.abort())
}

/** No further call is ever answered. */
export async function holdCalls(page: Page): Promise<void> {
  await page.route(API_CALLS, () => {})
}

/** Further page data is answered with a fault of the server. */
export async function failPages(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 500, body: 'out of order' }))
}

const LONG =
  'The Most Honourable and Exceedingly Long-Named Society of Cartographers, Lamplighters & Keepers of Lighthouses'

/** Lists and collections with names and figures at the edges of what a chain can hold. */
export async function stretchAnswers(page: Page): Promise<void> {
  await page.route(API_CALLS, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const answer = (await response.json()) as Row
    const { data } = answer
    const json = Array.isArray(data) ? { ...answer, data: data.map(stretch) } : stretch(answer, 0)
    await route.fulfill({ response, json })
  })
}

type Row = Readonly<Record<string, unknown>>

const EXTREMES = ['1', '999999999999999999', '123456789', '99999999999', '100000000000000', '1000000'] as const
const OCTAS = /price|bid|volume|cap$/i

/** Every figure in octas becomes an extreme one; the names of every other row grow. */
function stretch(row: Row, index: number): Row {
  const entries = Object.entries(row).map(([key, value]) => {
    if (OCTAS.test(key) && typeof value === 'string') return [key, EXTREMES[(index + key.length) % EXTREMES.length]]
    const isName = (key === 'name' || key === 'collectionName') && typeof value === 'string'
    return [key, isName && index % 2 === 0 ? `${LONG} #${index + 1}` : value]
  })
  return Object.fromEntries(entries)
}
