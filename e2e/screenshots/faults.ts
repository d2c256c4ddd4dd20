import type { Page } from 'playwright-core'

/** API calls of the browser; server-rendered pages are unaffected. */
const API_CALLS = /\/(api|aggregator|data)\/(?!live)/

/** Every further call fails, as when the server is out of reach; whether it is there again is asked in vain as well. */
export async function failCalls(page: Page): Promise<void> {
  await page.route(API_CALLS, (route) => route.abort())
  await page.route(/\/healthz$/, (route) => route.abort())
}

/** No further call is ever answered. */
export async function holdCalls(page: Page): Promise<void> {
  await page.route(API_CALLS, () => {})
}

/** Further page data is answered with a fault of the server. */
export async function failPages(page: Page): Promise<void> {
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 500, body: 'out of order' }))
}

/** Every further list is empty. */
export async function emptyAnswers(page: Page): Promise<void> {
  await changeAnswers(page, API_CALLS, (answer) =>
    Array.isArray(answer.data) ? { ...answer, data: [], total: 0, nextCursor: null } : answer,
  )
}

/** Further answers of these addresses are told otherwise. */
export async function changeAnswers(page: Page, calls: RegExp, change: (answer: Row) => Row): Promise<void> {
  await page.route(calls, async (route) => {
    const response = await route.fetch()
    const answer: unknown = await response.json()
    await route.fulfill({ response, json: isRow(answer) ? change(answer) : answer })
  })
}

function isRow(answer: unknown): answer is Row {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer)
}

/** The page data of further places lacks what is kept under this key, as when the server could not find it out. */
export async function clearLoaded(page: Page, key: string): Promise<void> {
  await page.route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withNull(await response.text(), key) })
  })
}

/** The router's page data is a flat list of values that point at each other by index; this stands for null. */
const NULL = -5

function withNull(text: string, key: string): string {
  const [first = '', ...rest] = text.split('\n')
  const values = JSON.parse(first) as readonly unknown[]
  const named = `_${values.indexOf(key)}`
  const told = values.map((value) => (isRow(value) && named in value ? { ...value, [named]: NULL } : value))
  return [JSON.stringify(told), ...rest].join('\n')
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

export type Row = Readonly<Record<string, unknown>>

const EXTREMES = ['1', '999999999999999999', '123456789', '99999999999', '100000000000000', '1000000'] as const
const NAMES = new Set(['name', 'tokenName', 'collectionName'])
const OCTAS = /price|bid|volume|cap$/i

/** Every figure in octas becomes an extreme one; the names of every other row grow. */
function stretch(row: Row, index: number): Row {
  const entries = Object.entries(row).map(([key, value]) => {
    if (OCTAS.test(key) && typeof value === 'string') return [key, EXTREMES[(index + key.length) % EXTREMES.length]]
    const isName = NAMES.has(key) && typeof value === 'string'
    return [key, isName && index % 2 === 0 ? `${LONG} #${index + 1}` : value]
  })
  return Object.fromEntries(entries)
}
