import { createApiClient } from '@opal/contract/client'
import { listCollections } from '@opal/contract/endpoints/list-collections'
import type { Collection } from '@opal/contract/shapes/collection'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { floorToken, person } from './harness/market.ts'
import { openStage, type Stage } from './harness/stage.ts'
import { whenReady } from './harness/when-ready.ts'

const PATIENCE = { timeout: 20_000 }
const PHONE = { width: 390, height: 844 }

let stage: Stage
let collections: readonly Collection[]
beforeAll(async () => {
  stage = await openStage()
  collections = (await createApiClient({ api: stage.network.apiUrl })(listCollections, { query: { take: 10 } })).data
})
afterAll(() => stage?.[Symbol.asyncDispose]())

function first(): Collection {
  const [collection] = collections
  if (!collection) throw new Error('the market has no collection')
  return collection
}

async function answer(path: string): Promise<{ status: number; location: string | null; text: string }> {
  const response = await fetch(stage.network.webUrl + path, { redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

/** Keys before the page listens are lost: pressed until they did something. */
async function press(page: Page, key: string, done: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!(await done())) await page.keyboard.press(key)
        return done()
      },
      { ...PATIENCE, interval: 500 },
    )
    .toBe(true)
}

/** Chooses one of a few; what is chosen before the page is hydrated is lost. */
async function choose(page: Page, name: string): Promise<void> {
  const radio = page.getByRole('radio', { name, exact: true })
  await expect
    .poll(
      async () => {
        await radio.click({ force: true, timeout: 1_500 }).catch(() => {})
        return radio.isChecked()
      },
      { ...PATIENCE, interval: 500 },
    )
    .toBe(true)
}

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search Collections and Wallets' })
const rows = (page: Page) => page.getByRole('table', { name: 'Collections' }).locator('tr[data-row]')

describe('addresses', () => {
  // @feature route.landing, route.collection, route.activity, route.airdrop, route.launchpad, route.account-delete, route.legal, shell.visitor, search.hex-prefix
  test('every page of the site is answered without a wallet', async () => {
    const { slug, collectionId } = first()
    const pages = [
      '/',
      '/activity',
      '/airdrop',
      '/launchpad',
      '/account-delete',
      '/terms-of-service',
      '/privacy-policy',
    ]
    const own = [`/collection/${slug}`, `/collection/${collectionId}`, `/collection/${collectionId.slice(2)}`]
    for (const path of [...pages, ...own])
      expect({ path, status: (await answer(path)).status }).toEqual({ path, status: 200 })
    expect((await answer('/')).text).toContain('<title>NFT Marketplace &amp; No Code Launchpad</title>')
  })

  // @feature route.token, route.portfolio
  test('tokens and wallets have their own pages', async () => {
    const mara = person(stage.network, 'Mara Voss')
    const token = await floorToken(stage.network, mara)
    const { status, text } = await answer(`/collection/${token.collectionId}/${token.tokenDataId}`)
    expect(status).toBe(200)
    expect(text).toContain('twitter:image')
    expect((await answer(`/${mara.address}`)).status).toBe(200)
    const bare = await answer(`/${mara.address.replace(/^0x0*/, '0x').toUpperCase().replace('0X', '0x')}`)
    expect([200, 302]).toContain(bare.status)
  })

  // @feature route.collections
  test('the list of collections is reached by its old addresses', async () => {
    expect(await answer('/collection/collections')).toMatchObject({ status: 302, location: '/#collections' })
    expect(await answer('/collection/anything/collections')).toMatchObject({ status: 302, location: '/#collections' })
    const page = await stage.visitor('/collection//collections')
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/#collections')
  })

  // @feature route.not-found, route.portfolio, shell.title
  test.each(['/nowhere', '/nobody-knows.apt', '/0xzz', '/collection/no-such-collection', '/a/b/c'])(
    '%s is a 404',
    async (path) => {
      const page = await stage.visitor(path)
      expect((await answer(path)).status).toBe(404)
      await page.getByRole('heading', { name: '404 Not Found' }).waitFor()
      await page.getByText('This page could not be found').waitFor()
      await page.getByRole('link', { name: 'Home page', exact: true }).click()
      await rows(page).first().waitFor()
      expect(await page.title()).toBe('NFT Marketplace & No Code Launchpad')
    },
  )

  // @feature route.error, shell.loading-bar
  test('a page whose data cannot be had says so, and leads home', async () => {
    const page = await stage.visitor('/')
    await searchField(page).focus()
    await page.locator('#search-results a').first().waitFor()
    await page.keyboard.press('Escape')
    await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 500, body: 'out of order' }))
    await rows(page).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'An error occurred' }).waitFor()
    expect(
      await page.getByRole('progressbar', { name: 'Loading page', includeHidden: true }).getAttribute('data-state'),
    ).not.toBe('finished')
    await page.getByRole('link', { name: 'Home page', exact: true }).click()
    await rows(page).first().waitFor()
  })

  // @feature route.head, route.sitemap
  test('robots find the sitemap, and in it every collection', async () => {
    expect((await answer('/robots.txt')).text).toContain(`Sitemap: ${stage.network.webUrl}/sitemap.xml`)
    expect((await answer('/sitemap.xml')).text).toContain(`${stage.network.webUrl}/sitemap/1`)
    const { text } = await answer('/sitemap/1')
    for (const { slug } of collections) expect(text).toContain(`/collection/${slug}</loc>`)
    expect((await answer('/sitemap/2')).status).toBe(404)
    const page = (await answer(`/collection/${first().slug}?tab=bids&min=1`)).text
    expect(page).toContain(`rel="canonical" href="${stage.network.webUrl}/collection/${first().slug}"`)
    expect(page).toContain('"@type":"CollectionPage"')
  })

  // @feature route.back, route.state, landing.sort-click, table.sortable
  test('back finds the order, the window and the place of before', async () => {
    const page = await stage.visitor('/?window=7d')
    await page.setViewportSize({ width: 1024, height: 500 })
    const header = page.getByRole('columnheader', { name: /^Floor Price/ })
    await whenReady(page)
    await header.getByRole('button').click()
    await expect.poll(() => header.getAttribute('aria-sort'), PATIENCE).toBe('descending')
    // Two clicks at once count as one, and a click too soon after the last counts for nothing.
    const clicked = await page.evaluate(() => performance.now())
    await page.waitForFunction((at) => performance.now() - at > 300, clicked)
    await header.getByRole('button').dblclick()
    await expect.poll(() => header.getAttribute('aria-sort'), PATIENCE).toBe('ascending')
    const link = rows(page).getByRole('link').last()
    await link.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(0)
    const address = page.url()
    await link.click()
    await page.waitForURL(/\/collection\//)
    await page.getByRole('tab', { name: 'Items' }).waitFor()
    await page.goBack()
    await expect.poll(() => page.url(), PATIENCE).toBe(address)
    await expect.poll(() => page.evaluate(() => window.scrollY), PATIENCE).toBe(place)
    expect(await header.getAttribute('aria-sort')).toBe('ascending')
    expect(await page.getByRole('radio', { name: '7d' }).isChecked()).toBe(true)
  })
})

describe('the frame', () => {
  // @feature shell.portfolio-link, shell.airdrop-link
  test('portfolio and airdrop ask for a wallet first', async () => {
    const page = await stage.visitor('/activity')
    for (const name of ['Portfolio', 'Airdrop']) {
      const dialog = page.getByRole('dialog', { name: /Connect/ })
      await expect
        .poll(
          async () => {
            if (!(await dialog.isVisible()))
              await page
                .getByRole('navigation', { name: 'Main', exact: true })
                .getByRole('button', { name })
                .click({ timeout: 1_500 })
                .catch(() => {})
            return dialog.isVisible()
          },
          { ...PATIENCE, interval: 700 },
        )
        .toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      expect(new URL(page.url()).pathname).toBe('/activity')
    }
  })

  // @feature shell.footer-live, shell.footer-marketplaces, shell.lite-pro, shell.theme, currency.toggle, shell.live-chip
  test('the footer knows the ledger and the marketplaces, and choices are found again', async () => {
    const page = await stage.visitor('/')
    await page.getByRole('contentinfo').getByText('Live', { exact: true }).waitFor()
    await page.getByText(/^Ledger [\d,]+, up to date$/).waitFor()
    await page.getByRole('list', { name: 'Supported marketplaces' }).getByText('cancel only').waitFor()
    await choose(page, 'Lite')
    await choose(page, 'USD')
    await page.getByRole('button', { name: 'Light theme' }).click()
    await page.reload()
    expect(await page.getByRole('radio', { name: 'Lite' }).isChecked()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    await rows(page).first().getByText(/\$/).locator('visible=true').first().waitFor()
  })

  // @feature shell.drawer, shell.footer-small, search.placeholder, shell.breakpoints
  test('a phone has a drawer in place of the footer', async () => {
    const page = await stage.visitor('/')
    await page.setViewportSize(PHONE)
    await expect.poll(() => searchField(page).getAttribute('placeholder'), PATIENCE).toBe('Search...')
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false)
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await press(page, 'Escape', async () => {
      if (!(await drawer.isVisible())) await page.getByRole('button', { name: 'Menu' }).click()
      return drawer.isVisible()
    })
    for (const name of ['Collection', 'Activity', 'Launchpad']) await drawer.getByRole('link', { name }).waitFor()
    await drawer.getByText(/^Ledger/).waitFor()
    await drawer.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await drawer.waitFor({ state: 'hidden' })
    await page.goto(`${stage.network.webUrl}/${person(stage.network, 'Mara Voss').address}`)
    await page.getByRole('contentinfo').waitFor()
  })

  // @feature shell.breakpoints
  test.each([390, 640, 768, 960, 1024, 1280, 1440, 1920])('at %i px nothing is cut off', async (width) => {
    const page = await stage.visitor('/')
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/', '/activity', '/launchpad', `/collection/${first().slug}`]) {
      await page.goto(stage.network.webUrl + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(1)
    }
  })

  // @feature shell.app-bar, shell.layout-default
  test('the bar is 60 px high and a page at most 1600 px wide', async () => {
    const page = await stage.visitor('/')
    await page.setViewportSize({ width: 2200, height: 900 })
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(60)
    expect((await page.locator('#content').boundingBox())?.width).toBe(1600)
  })

  // @feature shell.toast
  test('a toast goes by itself after three seconds', async () => {
    const page = await stage.visitor(`/${person(stage.network, 'Mara Voss').address}`)
    const toast = page.locator('[data-sonner-toast]')
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Copy address' }).click({ timeout: 1_500 })
          return toast.count()
        },
        { ...PATIENCE, interval: 500 },
      )
      .toBeGreaterThan(0)
    await toast.first().waitFor({ state: 'detached' })
  })

  // @feature shell.palette, shell.keyboard
  test('commands are found by name, and keys can be turned off', async () => {
    const page = await stage.visitor('/')
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await whenReady(page)
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type('light th')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme), PATIENCE).toBe('light')

    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.keyboard.press('/')
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(false)

    await press(page, 'Control+k', () => palette.isVisible())
    await page.keyboard.type('shortcuts')
    await page.keyboard.press('Enter')
    await list.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.waitForURL(/\/activity$/)
  })

  // @feature shell.wallet-late
  test('a wallet of last time is looked for a second after the page is there', async () => {
    const page = await stage.visitor('/')
    const wallet = { name: 'Opal Dev Wallet', address: person(stage.network, 'Mara Voss').address, publicKey: '0x00' }
    await page.evaluate((text) => localStorage.setItem('opal.wallet', text), JSON.stringify(wallet))
    await page.clock.install()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('wallet-runtime')) asked.push(request.url())
    })
    await page.reload()
    await searchField(page).focus()
    await page.locator('#search-results').waitFor()
    expect(asked).toEqual([])
    await page.clock.runFor(1000)
    await expect.poll(() => asked.length, PATIENCE).toBeGreaterThan(0)
  })

  // @feature shell.chunk-reload
  test('a part that is gone reloads the page once', async () => {
    const page = await stage.visitor('/')
    const loads: string[] = []
    page.on('framenavigated', (frame) => frame === page.mainFrame() && loads.push(frame.url()))
    await page.route(/command-palette.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.reload()
    const palette = page.getByRole('dialog', { name: 'Commands' })
    await expect
      .poll(
        async () => {
          await page.keyboard.press('Control+k')
          return loads.length
        },
        { ...PATIENCE, interval: 500 },
      )
      .toBe(2)
    await page.unroute(/command-palette.*\.js$/)
    await page.evaluate(() => sessionStorage.removeItem('opal:chunk-reload-at'))
    await page.reload()
    await press(page, 'Control+k', () => palette.isVisible())
  })
})

describe('the search', () => {
  // @feature search.slash, search.popup, search.popular, search.collections, search.recent, search.shortest
  test('is reached by /, walked by arrows, and remembers what was visited', async () => {
    const { collectionName, slug } = first()
    const page = await stage.visitor('/')
    await press(page, '/', () => searchField(page).evaluate((field) => field === document.activeElement))
    await page.getByRole('heading', { name: 'Popular' }).waitFor()
    await page.keyboard.type(collectionName.slice(0, 4))
    const results = page.locator('#search-results')
    await results.getByRole('heading', { name: 'Collections' }).waitFor()
    for (const name of ['Collection', 'Floor Price', 'Volume']) await results.getByText(name, { exact: true }).waitFor()
    await results.getByRole('link', { name: new RegExp(collectionName) }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/collection\//)
    await page.getByRole('heading', { level: 1, name: collectionName }).waitFor()

    await page.goto(stage.network.webUrl)
    await searchField(page).focus()
    await page.getByRole('heading', { name: 'Recently Visited' }).waitFor()
    await expect
      .poll(async () => {
        await page.locator(`#search-results a[href="/collection/${slug}"]`).first().waitFor()
        return page.getByRole('button', { name: `Remove ${collectionName}` }).count()
      }, PATIENCE)
      .toBe(1)
    await page.getByRole('button', { name: 'Clear All' }).click()
    await page.getByRole('heading', { name: 'Recently Visited' }).waitFor({ state: 'detached' })
  })

  // @feature search.debounce, search.empty, search.wallet, search.wallet-heading, search.name
  test('asks once typing stopped, knows wallets and names, and says when there is nothing', async () => {
    const page = await stage.visitor('/')
    const asked: string[] = []
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      if (path.includes('/collection/search/')) asked.push(decodeURIComponent(path.split('/').at(-1) ?? ''))
    })
    await press(page, '/', () => searchField(page).evaluate((field) => field === document.activeElement))
    await page.keyboard.type('zzzzzz', { delay: 60 })
    await page.getByText('No Results Found').waitFor()
    expect(asked).toEqual(['zzzzzz'])

    const mara = person(stage.network, 'Mara Voss')
    await searchField(page).fill(mara.address)
    const results = page.locator('#search-results')
    await results.getByRole('heading', { name: 'Wallet' }).waitFor()
    await results.locator(`a[href="/${mara.address}"]`).waitFor()

    await searchField(page).fill('nobody-has-this.apt')
    await results.getByText('No Results Found').waitFor()
  })
})

// @feature activity.rows, activity.kinds, activity.filters, activity.empty, table.cell-date, table.cell-wallet, activity.dates
test('the activity of the market tells who did what, for how much, where and when', async () => {
  const page = await stage.visitor('/activity')
  const table = page.getByRole('table', { name: 'Activity' })
  for (const name of ['Event', 'Item', 'Price', 'Seller', 'Buyer', 'Market', 'Time'])
    await table.getByRole('columnheader', { name, exact: true }).waitFor()
  await choose(page, 'Sales')
  await expect.poll(() => new URL(page.url()).search, PATIENCE).toBe('?type=sales')
  const row = table.locator('tr[data-row]').first()
  // A row has lines for phones and cells for wide windows: one of the two is seen.
  const seen = (text: RegExp) => row.getByText(text).filter({ visible: true }).first()
  await seen(/^(Sold|Accepted bid)$/).waitFor()
  await seen(/^\d\d\/\d\d\/\d{4}$/).waitFor()
  await seen(/^…[0-9a-f]{6}$/).waitFor()
  await expect
    .poll(() => row.locator('time').first().getAttribute('title'), PATIENCE)
    .toMatch(/^[A-Z][a-z]+ \d\d \d{4} \d\d:\d\d:\d\d [AP]M$/)
  await page.goto(`${stage.network.webUrl}/activity?venue=nowhere`)
  await page.getByText('No Activity').waitFor()
})

describe('the landing page', () => {
  // @feature landing.featured, landing.columns, landing.windows, landing.tabs, landing.favourites-header, landing.trending
  test('shows every column, and its windows and tabs ask for their own order', async () => {
    const page = await stage.visitor('/')
    await page.getByRole('heading', { name: /Featured|Popular today/ }).waitFor()
    const names = [
      'Collection',
      'Floor Price',
      'Top Bid',
      '1d',
      '7d',
      'Total Volume',
      '1d Volume',
      'Market Cap',
      'Listed',
      'Owners',
      'Supply',
      'Floor, 7d',
      'Your Favorites',
    ]
    for (const name of names) await page.getByRole('columnheader', { name, exact: true }).waitFor()
    await choose(page, '7d')
    await page.getByRole('columnheader', { name: '7d Volume', exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Trending' }).click()
    await expect.poll(() => new URL(page.url()).search, PATIENCE).toBe('?tab=trending&window=7d')
  })

  // @feature landing.compare
  test('compares up to three collections, the oldest making room for a fourth', async () => {
    const page = await stage.visitor('/')
    const bar = page.getByRole('region', { name: 'Comparison' })
    const chosen = () => new URL(page.url()).searchParams.get('compare')?.split(',') ?? []
    const names = collections.slice(0, 4).map(({ collectionName }) => collectionName)
    for (const name of names) {
      const before = chosen()
      await expect
        .poll(
          async () => {
            if (chosen().join() === before.join())
              await page
                .getByRole('button', { name: `Compare ${name}`, exact: true })
                .click({ timeout: 1_500 })
                .catch(() => {})
            return chosen().join() !== before.join()
          },
          { ...PATIENCE, interval: 500 },
        )
        .toBe(true)
    }
    expect(chosen()).toEqual(collections.slice(Math.max(0, names.length - 3), names.length).map(({ slug }) => slug))
    await bar.getByRole('button', { name: 'Compare', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Compare collections' })
    await dialog.getByRole('rowheader', { name: 'Market cap' }).waitFor()
    await page.reload()
    await dialog.getByRole('rowheader', { name: 'Market cap' }).waitFor()
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'Clear' }).click()
    await bar.waitFor({ state: 'detached' })
  })

  // @feature launchpad.minting
  test('leads to the launchpad, which counts what was minted', async () => {
    const page = await stage.visitor('/')
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Launchpad' }).click()
    await page
      .getByRole('progressbar', { name: /minted$/ })
      .first()
      .waitFor()
    expect(
      await page
        .getByRole('article')
        .getByText(/^last mint/)
        .count(),
    ).toBeGreaterThan(0)
    expect(stage.pageErrors).toEqual([])
  })
})
