import { createApiClient } from '@opal/contract/client'
import { listCollections } from '@opal/contract/endpoints/list-collections'
import { listUserTokens } from '@opal/contract/endpoints/list-user-tokens'
import type { Token } from '@opal/contract/shapes/token'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appears } from './harness/appears.ts'
import { buyThroughSdk, floorToken, person, stirChain } from './harness/market.ts'
import { type BadPictures, startBadPictures } from './harness/pictures.ts'
import { type Gates, openStageWithGates, type Stage } from './harness/stage.ts'
import { connectWallet } from './harness/wallet.ts'
import { whenReady } from './harness/when-ready.ts'

const PATIENCE = { timeout: 60_000 }
/** Content that no gateway has. */
const LOST = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.png'

const HOUR_MICROS = 3_600_000_000n

const owned = new AsyncDisposableStack()
let stage: Stage
let gates: Gates
let pictures: BadPictures
beforeAll(async () => {
  ;({ stage, gates } = owned.use(await openStageWithGates()))
  pictures = owned.use(await startBadPictures())
})
afterEach(() => {
  gates.api.open()
  gates.stream.open()
})
afterAll(() => owned.disposeAsync())

/** The pages of a visitor: what each says without the API, and what it shows with it. */
type Outage = readonly [name: string, path: () => string, missing: string, there: (page: Page) => Locator]
const rowsOf = (name: string) => (page: Page) => page.getByRole('table', { name }).locator('tr[data-row]').first()
const PAGES: readonly Outage[] = [
  ['landing', () => '/', 'The collections could not be loaded', rowsOf('Collections')],
  ['activity', () => '/activity', 'The activity could not be loaded', rowsOf('Activity')],
  ['launchpad', () => '/launchpad', 'The mints could not be loaded', (page) => page.getByRole('article').first()],
  ['portfolio', () => `/${holder}`, 'The items could not be loaded', (page) => cardsOf(page).first()],
  ['collection', () => `/collection/${token.collectionId}`, 'An error occurred', (page) => cardsOf(page).first()],
  [
    'token',
    () => `/collection/${token.collectionId}/${token.tokenDataId}`,
    'An error occurred',
    (page) => page.getByRole('heading', { level: 1, name: token.name }),
  ],
]
const PAGES_THERE = { landing: rowsOf('Collections') }
const cardsOf = (page: Page) => page.getByRole('list', { name: 'Items' }).locator('article')
const mara = () => person(stage.network, 'Mara Voss')
const chip = (page: Page) => page.getByRole('contentinfo').getByRole('status')

let token: Token
/** Whoever has most. */
let holder: string
beforeAll(async () => {
  token = await floorToken(stage.network, mara())
  const call = createApiClient({ api: stage.network.apiUrl })
  let most = 0
  for (const { address } of stage.network.accounts) {
    const { total } = await call(listUserTokens, { params: { wallet: address }, query: { take: 1 } })
    if (total > most) [most, holder] = [total, address]
  }
})

/** Marks the document, to tell later whether it is still the same: nothing was loaded anew. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { stayed: true }))
const stayed = (page: Page) => page.evaluate(() => 'stayed' in window)

describe('without the API', () => {
  // @feature outage.api, route.error
  test.for(PAGES)(
    'the %s page that was being made says what is missing, and comes by itself',
    async ([, path, missing, there]) => {
      const page = await stage.visitor('about:blank')
      const asked = gates.api.hold()
      const opened = page.goto(stage.network.webUrl + path())
      await asked
      gates.api.shut()
      await opened
      await page.getByText(missing, { exact: true }).waitFor(PATIENCE)
      await page.getByRole('banner').waitFor()
      await mark(page)
      gates.api.open()
      await there(page).waitFor(PATIENCE)
      expect(await page.getByText(missing, { exact: true }).count()).toBe(0)
      expect(await stayed(page)).toBe(true)
      await page.getByRole('list', { name: 'Supported marketplaces' }).waitFor(PATIENCE)
    },
  )

  // @feature outage.api, shell.live-chip, shell.live-gap
  test('what is shown stays, other pages say what they miss, and all of it comes back with what happened meanwhile', async () => {
    const page = await stage.visitor('/')
    await PAGES_THERE.landing(page).waitFor()
    await chip(page).getByText('Live', { exact: true }).waitFor(PATIENCE)
    await mark(page)
    gates.api.shut()
    await chip(page).getByText('Reconnecting').waitFor(PATIENCE)
    await PAGES_THERE.landing(page).waitFor()
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Activity' }).click()
    await page.getByText('The activity could not be loaded').waitFor(PATIENCE)
    const sold = await floorToken(stage.network, mara())
    await buyThroughSdk(stage.network, mara(), sold.tokenDataId)
    gates.api.open()
    await page.getByRole('table', { name: 'Activity' }).getByTitle(sold.name).first().waitFor(PATIENCE)
    await chip(page).getByText('Live', { exact: true }).waitFor(PATIENCE)
    expect(await stayed(page)).toBe(true)
  })

  // @feature outage.api, rewards.leaderboard
  test('the airdrop page of a connected wallet says what it misses of points and ranks', async () => {
    const page = await stage.visitor('/airdrop')
    await connectWallet(page, 'Mara Voss')
    const leaders = page.getByRole('table', { name: 'Leaderboard' }).locator('tr[data-row]')
    await leaders.first().waitFor(PATIENCE)
    gates.api.shut()
    await page.reload()
    await page.getByText('Your points could not be loaded').waitFor(PATIENCE)
    await page.getByText('The leaderboard could not be loaded').waitFor(PATIENCE)
    gates.api.open()
    await leaders.first().waitFor(PATIENCE)
    await page.getByText('Your points', { exact: true }).waitFor(PATIENCE)
  })

  // @feature collection.supply-failed, outage.api, analytics.charts
  test('figures of a collection that cannot be read say so, and its page stays with those it has', async () => {
    const page = await stage.visitor(`/collection/${token.collectionId}`)
    await whenReady(page)
    const floor = page.locator('header dl > div', { hasText: 'Floor' }).first().locator('dd')
    const before = await floor.textContent()
    gates.api.shut()
    await page.getByRole('tab', { name: 'Analytics' }).click()
    await page.getByText('The figures could not be loaded.').first().waitFor(PATIENCE)
    await page.getByRole('heading', { level: 1, name: token.collectionName }).waitFor()
    expect(await floor.textContent()).toBe(before)
    gates.api.open()
    await page.getByRole('slider', { name: 'Floor and volume over time' }).waitFor(PATIENCE)
    await expect.poll(() => page.getByText('The figures could not be loaded.').count(), PATIENCE).toBe(0)
  })

  // @feature outage.more, table.endless
  test('a next page that does not come is said at the end of the list, and asked for again on request', async () => {
    const page = await stage.visitor('/activity')
    const rows = page.getByRole('table', { name: 'Activity' })
    let asked = 0
    await page.route(/\/activities\?.*cursor=/, (route) => {
      asked += 1
      return route.abort()
    })
    await whenReady(page)
    const before = Number(await rows.getAttribute('aria-rowcount'))
    await rows.locator('tr[data-row]').last().scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByText('More could not be loaded.').waitFor(PATIENCE)
    const times = asked
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.unroute(/\/activities\?.*cursor=/)
    expect(asked).toBe(times)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(async () => Number(await rows.getAttribute('aria-rowcount')), PATIENCE).toBeGreaterThan(before)
    expect(await page.getByText('More could not be loaded.').count()).toBe(0)
  })
})

// @feature outage.socket, shell.live-chip, shell.live-gap, shell.live-rooms, activity.live
test('without the socket every page shows what it has and says that nothing comes live, then catches up', async () => {
  const page = await stage.visitor('about:blank')
  let cut = true
  await page.routeWebSocket(/socket\.io/, (socket) => void (cut ? socket.close() : socket.connectToServer()))
  await page.route(/\/socket\.io\//, (route) => (cut ? route.abort() : route.continue()))
  for (const [, path, , there] of PAGES) {
    await page.goto(stage.network.webUrl + path())
    await there(page).waitFor(PATIENCE)
    expect(await chip(page).textContent()).toMatch(/^(Connecting|Reconnecting)$/)
  }
  await page.goto(`${stage.network.webUrl}/activity`)
  await chip(page).getByText('Reconnecting').waitFor(PATIENCE)
  const sold = await floorToken(stage.network, mara())
  await buyThroughSdk(stage.network, mara(), sold.tokenDataId)
  const row = page.getByRole('table', { name: 'Activity' }).locator('tr[data-row]').first()
  expect(await row.getByTitle(sold.name).count()).toBe(0)
  cut = false
  await row.getByTitle(sold.name).first().waitFor(PATIENCE)
  await chip(page).getByText('Live', { exact: true }).waitFor(PATIENCE)
  // And the rooms are joined again: what happens now comes too.
  const next = await floorToken(stage.network, mara())
  const lit = appears(page, `tr[data-highlighted] [title="${next.name}"]`)
  await buyThroughSdk(stage.network, mara(), next.tokenDataId)
  await row.getByTitle(next.name).first().waitFor(PATIENCE)
  await lit
})

// @feature outage.pictures, picture.fallback
test('without the image service every picture is a letter, none is broken, and all come by themselves', async () => {
  const page = await stage.visitor('about:blank')
  let cut = true
  await page.route(/\/media\/image\?/, (route) => (cut ? route.abort() : route.continue()))
  const inState = (state: string) => page.locator(`#content [data-state="${state}"]`)
  for (const [, path, , there] of PAGES) {
    await page.goto(stage.network.webUrl + path())
    await there(page).waitFor(PATIENCE)
    await inState('letter').first().waitFor(PATIENCE)
    // Those out of sight are not asked for yet.
    expect(await inState('shown').count()).toBe(0)
  }
  await mark(page)
  cut = false
  await inState('shown').first().waitFor(PATIENCE)
  await expect.poll(() => inState('letter').count(), PATIENCE).toBe(0)
  expect(await stayed(page)).toBe(true)
})

/** A collection whose first items have these pictures, and no others to fall back on. */
async function showPictures(images: readonly (string | null)[]): Promise<Page> {
  const { data } = await createApiClient({ api: stage.network.apiUrl })(listCollections, { query: { take: 10 } })
  const largest = data.toSorted((a, b) => b.currentSupply - a.currentSupply)[0]
  const page = await stage.visitor(`/collection/${largest?.slug}`)
  await page.route(/\/api\/collection\/[^/]+\/nfts\?/, async (route) => {
    const answer = await (await route.fetch()).json()
    const rows = images.map((image, index) => ({
      ...answer.data[index],
      image,
      imageFacts: null,
      collectionImage: null,
      name: `Picture #${index}`,
    }))
    await route.fulfill({ json: { ...answer, data: rows, nextCursor: null, total: rows.length } })
  })
  await page.getByLabel('Order').selectOption('name_asc')
  await page.getByTitle('Picture #0', { exact: true }).waitFor()
  return page
}

const artOf = (page: Page, index: number): Locator =>
  page
    .locator('article')
    .filter({ has: page.getByTitle(`Picture #${index}`, { exact: true }) })
    .locator('[data-state]')
    .first()
const stateOf = (page: Page, index: number) => artOf(page, index).getAttribute('data-state')

describe('a picture', () => {
  // @feature picture.fallback, picture.states
  test('that is nowhere to be had ends in the first letter of its name, never in a broken icon', async () => {
    const page = await showPictures([pictures.dead, LOST, pictures.endless, null])
    for (const index of [0, 1, 2, 3]) {
      await expect.poll(() => stateOf(page, index), PATIENCE).toBe('letter')
      expect(await artOf(page, index).textContent()).toBe('P')
    }
    expect(await page.locator('article img').count()).toBe(0)
  })

  // @feature picture.states, picture.size
  test('with a script is drawn and never run; one of twenty megabytes is shown as a small one', async () => {
    const page = await showPictures([pictures.scripted, pictures.huge])
    for (const index of [0, 1]) await expect.poll(() => stateOf(page, index), PATIENCE).toBe('shown')
    const sources = await page
      .locator('article img')
      .evaluateAll((images) => images.map((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')))
    for (const source of sources) {
      const answer = await fetch(source)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(100_000)
    }
    expect(await page.evaluate(() => 'executed' in window)).toBe(false)
    expect(stage.pageErrors).toEqual([])
  })
})

// The last: whoever signs by the clock of this machine comes too late for the chain from here on.
// @feature outage.stream, shell.footer-live, shell.live-chip
test('without the stream every page says how far it is behind, and goes on when the chain is heard again', async () => {
  const page = await stage.visitor('/')
  gates.stream.shut()
  stage.network.localnet.ledger.advanceTime(HOUR_MICROS)
  await stirChain(stage.network, mara(), person(stage.network, 'June Okafor'))
  for (const [, path, , there] of PAGES) {
    await page.goto(stage.network.webUrl + path())
    await there(page).waitFor(PATIENCE)
    await chip(page)
      .getByText(/^Behind 36\d\d s$/)
      .waitFor(PATIENCE)
    await page
      .getByRole('contentinfo')
      .getByText(/^Ledger [\d,]+, 36\d\d s behind$/)
      .waitFor(PATIENCE)
  }
  await mark(page)
  gates.stream.open()
  await stage.network.settle()
  await chip(page).getByText('Live', { exact: true }).waitFor(PATIENCE)
  await page
    .getByRole('contentinfo')
    .getByText(/up to date$/)
    .waitFor(PATIENCE)
  expect(await stayed(page)).toBe(true)
})
