import type { Collection } from '@opal/contract/collections'
import { COLLECTION_SORT_KEYS } from '@opal/contract/constants/sorts'
import { RANKING_WINDOWS, type RankingWindow } from '@opal/contract/constants/windows'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { readPreferences } from '../../../app/preferences.ts'
import type { PublicConfig } from '../../../app/public-config.ts'
import { SiteProvider } from '../../../app/site.tsx'
import { collectionColumns } from './collection-columns.tsx'
import { RANKING_COLUMNS } from './landing-view.ts'

const row = {
  collectionId: `0x${'c'.repeat(64)}`,
  collectionName: 'Stones of the Forgotten Northern Shore',
  collectionImage: 'ipfs://cid/1.png',
  slug: 'stones-cccccccc',
  currentSupply: 3,
  uniqueOwnersCount: 2,
  listedCount: 0,
  floorPrice: null,
  oneDayVolume: '0',
  allTimeVolume: '150000000',
} as unknown as Collection

const cell = (column: string, index: number) => render('1d', column, row, index)
const text = (html: string) => html.replace(/<[^>]+>/g, '')

function render(window: RankingWindow, column: string, of: Collection, index = 0): string {
  const found = collectionColumns(window, { chosen: [], toggle: () => {} }).find(({ id }) => id === column)
  const config = { apiUrl: 'http://127.0.0.1:3001' } as PublicConfig
  const page = (
    <SiteProvider
      config={config}
      marketplaces={[]}
      rate={{ cents: null, ageSeconds: null }}
      preferences={readPreferences(null)}
    >
      {found?.cell(of, index)}
    </SiteProvider>
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />)
}

// @feature table.eager-images
it('loads the images of the first twenty rows eagerly, and the others lazily', () => {
  expect(cell('NAME', 19)).toContain('loading="eager"')
  expect(cell('NAME', 20)).toContain('loading="lazy"')
})

// @feature format.names, format.unknown, landing.owner-percentage
it('truncates a long name, shows - for unknown values, and rounds the share of owners down', () => {
  expect(cell('NAME', 0)).toContain('Stones of the Forgotten N…')
  expect(text(cell('FLOOR_PRICE', 0))).toMatch(/^-/)
  expect(cell('OWNERS', 0)).toContain('66%')
  expect(text(render('1d', 'OWNERS', { ...row, uniqueOwnersCount: 4 }))).toBe('4')
})

// @feature landing.windows, landing.sales
it('has every column by time in the window, and a sort key of the API for each but the floor line', () => {
  const comparison = { chosen: [], toggle: () => {} }
  for (const window of RANKING_WINDOWS) {
    const columns = collectionColumns(window, comparison)
    const byTime = columns.flatMap(({ header }) =>
      typeof header === 'string' && /volume|sales|^Floor,|^\d+[hd]$/.test(header) ? [header] : [],
    )
    const expected =
      window === 'all'
        ? ['1d', '7d', 'Total volume', 'Total sales', '1d volume', 'Floor, 7d']
        : [window, `${window} volume`, `${window} sales`, 'Total volume', `Floor, ${window}`]
    expect(byTime).toEqual(expected)
    for (const { id, sortable } of columns) if (sortable) expect(COLLECTION_SORT_KEYS).toContain(id)
  }
})

// @feature landing.windows, landing.sales
it('shows volume, sales and change of the window, the change also under the floor where it has no column', () => {
  const stats = {
    ...row,
    floorPrice: '100000000',
    sparkline: ['100000000', '200000000'],
    oneHourVolume: '100000000',
    sevenDaysVolume: '700000000',
    oneHourSales: 1,
    sevenDaysSales: 7,
    oneHourChangePercent: 1.5,
    sevenDaysChangePercent: -7.5,
  }
  const shown = (window: '1h' | '7d', column: string) => text(render(window, column, stats))
  expect(['ONE_H_VOLUME', 'ONE_H_SALES', 'ONE_H_CHANGE'].map((column) => shown('1h', column))).toEqual([
    expect.stringMatching(/1 APT$/),
    '1',
    expect.stringContaining('1.5'),
  ])
  expect(['SEVEN_D_VOLUME', 'SEVEN_D_SALES', 'SEVEN_D_CHANGE'].map((column) => shown('7d', column))).toEqual([
    expect.stringMatching(/7 APT$/),
    '7',
    expect.stringContaining('7.5'),
  ])
  expect(shown('1h', 'FLOOR_PRICE')).toContain('1.5')
  expect(shown('7d', 'FLOOR_PRICE')).toContain('7.5')
  expect(shown('1h', 'SPARKLINE')).toBe('Floor of Stones of the Forgotten Northern Shore over 1 hour')
})

// @feature landing.line-link
it('leads from the line of the floor to the charts, in every window', () => {
  for (const window of RANKING_WINDOWS) {
    const line = render(window, 'SPARKLINE', { ...row, sparkline: ['1', '2'] })
    expect(line).toContain('href="/collection/stones-cccccccc?tab=analytics"')
    expect(line).toMatch(/aria-label="Floor of Stones of the Forgotten Northern Shore over [^"]+: open its analytics"/)
  }
})

/** What each column shows of a collection. */
const SHOWN: Readonly<Partial<Record<string, readonly (keyof Collection)[]>>> = {
  FLOOR_PRICE: ['floorPrice'],
  TOP_BID: ['topBid'],
  ONE_H_CHANGE: ['oneHourChangePercent'],
  ONE_D_CHANGE: ['oneDayChangePercent'],
  SEVEN_D_CHANGE: ['sevenDaysChangePercent'],
  THIRTY_D_CHANGE: ['thirtyDaysChangePercent'],
  ONE_H_VOLUME: ['oneHourVolume'],
  ONE_D_VOLUME: ['oneDayVolume'],
  SEVEN_D_VOLUME: ['sevenDaysVolume'],
  THIRTY_D_VOLUME: ['thirtyDaysVolume'],
  ALL_TIME_VOLUME: ['allTimeVolume'],
  ONE_H_SALES: ['oneHourSales'],
  ONE_D_SALES: ['oneDaySales'],
  SEVEN_D_SALES: ['sevenDaysSales'],
  THIRTY_D_SALES: ['thirtyDaysSales'],
  ALL_TIME_SALES: ['allTimeSales'],
  MARKET_CAP: ['marketCap'],
  LISTED: ['listedCount', 'currentSupply'],
  OWNERS: ['uniqueOwnersCount', 'currentSupply'],
  SUPPLY: ['currentSupply'],
}

// @feature landing.columns, landing.windows
it.each(RANKING_WINDOWS)(
  'shows in every column, in the window %s, what it is named for and nothing of another',
  (window) => {
    const fields = [...new Set(Object.values(SHOWN).flatMap((each) => each ?? []))]
    const isPrice = (field: string) => /Price|Volume|Bid|Cap/.test(field)
    const ofField = (field: keyof Collection, number: number) => (isPrice(field) ? `${number}00000000` : number)
    const numberOf = (field: keyof Collection) => (field === 'currentSupply' ? 99 : 11 + fields.indexOf(field))
    const base = {
      ...row,
      sparkline: [],
      ...Object.fromEntries(fields.map((field) => [field, ofField(field, numberOf(field))])),
    } as unknown as Collection
    const columns = collectionColumns(window, { chosen: [], toggle: () => {} }).filter(({ id }) => id in SHOWN)
    expect(columns.length).toBeGreaterThan(9)
    for (const { id } of columns) {
      const own = SHOWN[id] ?? []
      const before = text(render(window, id, base))
      expect(before, id).toContain(String(numberOf(own[0] ?? 'floorPrice')))
      for (const field of fields) {
        // Under the floor is its change.
        if (id === 'FLOOR_PRICE' && /Change/.test(field)) continue
        const after = text(render(window, id, { ...base, [field]: ofField(field, 77) }))
        expect(after !== before, `${id} with another ${field}`).toBe(own.includes(field))
      }
    }
  },
)

// @feature table.columns
it('leaves out the columns that are hidden, in every window, and never name, floor and actions', () => {
  const comparison = { chosen: [], toggle: () => {} }
  for (const window of RANKING_WINDOWS) {
    const all = collectionColumns(window, comparison)
    for (const hidden of RANKING_COLUMNS) {
      const left = collectionColumns(window, comparison, [hidden])
      expect(left.length, `${window} ${hidden}`).toBeLessThan(all.length)
      expect(left.some(({ kind }) => kind === hidden)).toBe(false)
    }
    const fewest = collectionColumns(window, comparison, RANKING_COLUMNS).map(({ id }) => id)
    expect(fewest).toEqual(['NAME', 'FLOOR_PRICE', 'FAVOURITE'])
  }
})

// @feature shell.lite-pro
it('has in Lite, in every window, only what one buys by', () => {
  const expected = {
    '1h': ['ONE_H_CHANGE', 'ONE_H_VOLUME'],
    '1d': ['ONE_D_CHANGE', 'ONE_D_VOLUME'],
    '7d': ['SEVEN_D_CHANGE', 'SEVEN_D_VOLUME'],
    '30d': ['THIRTY_D_CHANGE', 'THIRTY_D_VOLUME'],
    all: ['ONE_D_CHANGE', 'ALL_TIME_VOLUME'],
  }
  for (const window of RANKING_WINDOWS) {
    // Columns hidden in Pro are hidden there alone.
    for (const hidden of [[], RANKING_COLUMNS]) {
      const ids = collectionColumns(window, { chosen: [], toggle: () => {} }, hidden, true).map(({ id }) => id)
      expect(ids).toEqual(['NAME', 'FLOOR_PRICE', ...expected[window], 'LISTED', 'FAVOURITE'])
    }
  }
})

// @feature table.leads
it('leads with the floor in every window', () => {
  for (const window of RANKING_WINDOWS) {
    const columns = collectionColumns(window, { chosen: [], toggle: () => {} })
    expect(columns.filter(({ leads }) => leads).map(({ id }) => id)).toEqual(['FLOOR_PRICE'])
  }
})

// @feature landing.windows
it('colours the line of the floor as the change of the same time, whatever its own first and last point are', () => {
  const octas = fc.option(fc.integer({ min: 1, max: 10 }).map(String), { nil: null })
  const percents = fc.double({ min: -99, max: 99, noNaN: true })
  const trend = (html: string) => /data-trend="(\w+)"/.exec(html)?.[1]
  fc.assert(
    fc.property(fc.array(octas, { minLength: 2, maxLength: 9 }), percents, (sparkline, sevenDaysChangePercent) => {
      const stats = { ...row, sparkline, sevenDaysChangePercent }
      const line = render('7d', 'SPARKLINE', stats)
      if (line.includes('<svg')) expect(trend(line)).toBe(trend(render('7d', 'SEVEN_D_CHANGE', stats)))
    }),
    { numRuns: 50 },
  )
})
