import type { Page } from 'playwright-core'

/** API calls of the browser; server-rendered pages are unaffected. */
const API_CALLS = /\/(api|aggregator|data)\/(?!live)/

/** Every further call fails, as when the server is out of reach; probes for its return fail as well. */
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

/** Changes further answers of these addresses. */
export async function changeAnswers(
  page: Page,
  calls: RegExp,
  change: (answer: Row) => Row,
  methods: readonly string[] = ['GET', 'POST'],
): Promise<void> {
  await page.route(calls, async (route) => {
    if (!methods.includes(route.request().method())) return route.continue()
    const response = await route.fetch()
    const answer: unknown = await response.json()
    await route.fulfill({ response, json: isRow(answer) ? change(answer) : answer })
  })
}

function isRow(answer: unknown): answer is Row {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer)
}

/**
 * Sets a member of further page data to null, as when the server could not load it.
 * @returns a check that throws unless this has happened.
 */
export async function clearLoaded(page: Page, key: string): Promise<() => void> {
  let isCleared = false
  await page.route(/\.data(\?|$)/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = withNull(text, key)
    isCleared ||= body !== text
    await route.fulfill({ response, body })
  })
  return () => {
    if (!isCleared) throw new Error(`no page data had ${key}`)
  }
}

/** The router's page data is a flat list of values that point at each other by index; this index means null. */
const NULL = -5

function withNull(text: string, key: string): string {
  const [first = '', ...rest] = text.split('\n')
  const values = JSON.parse(first) as readonly unknown[]
  const named = `_${values.indexOf(key)}`
  if (!values.some((value) => isRow(value) && named in value)) return text
  const cleared = values.map((value) => (isRow(value) && named in value ? { ...value, [named]: NULL } : value))
  return [JSON.stringify(cleared), ...rest].join('\n')
}

const LONG =
  'The Most Honourable and Exceedingly Long-Named Society of Cartographers, Lamplighters & Keepers of Lighthouses'

/** Lists and collections with names and amounts at the edges of what a chain can hold. */
export async function stretchAnswers(page: Page): Promise<void> {
  const stretched = (answer: Row) =>
    Array.isArray(answer.data) ? { ...answer, data: answer.data.map(stretch) } : stretch(answer, 0)
  await changeAnswers(page, API_CALLS, stretched, ['GET'])
}

export type Row = Readonly<Record<string, unknown>>

const EXTREMES = ['1', '999999999999999999', '123456789', '99999999999', '100000000000000', '1000000'] as const
const NAMES = new Set(['name', 'tokenName', 'collectionName'])
const OCTAS = /price|bid|volume|cap$/i

/** Every amount in octas becomes an extreme one; the names of every other row grow. */
function stretch(row: Row, index: number): Row {
  const entries = Object.entries(row).map(([key, value]) => {
    if (OCTAS.test(key) && typeof value === 'string') return [key, EXTREMES[(index + key.length) % EXTREMES.length]]
    const isName = NAMES.has(key) && typeof value === 'string'
    return [key, isName && index % 2 === 0 ? `${LONG} #${index + 1}` : value]
  })
  return Object.fromEntries(entries)
}
