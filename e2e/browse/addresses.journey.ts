import { sample } from '@opal/domain/testing/effort/config'
import { describe, expect, test } from 'vitest'
import { TIMEOUT } from '../harness/config.ts'
import { floorToken, person } from '../harness/market.ts'
import { whenReady } from '../harness/when-ready.ts'
import type { Browsing } from './browsing.ts'
import { rows, searchField } from './page-parts.ts'

/** Addresses: pages, redirects and errors. */
export function addressesJourneys(site: Browsing): void {
  describe('addresses', () => {
    // @feature route.landing, route.collection, route.activity, route.airdrop, route.launchpad, route.account-delete, route.help, route.legal, shell.visitor, search.hex-prefix
    test('every page of the site is answered without a wallet', async () => {
      const { slug, collectionId } = site.first
      const pages = [
        '/',
        '/activity',
        '/airdrop',
        '/portfolio',
        '/launchpad',
        '/account-delete',
        '/help',
        '/terms-of-service',
        '/privacy-policy',
      ]
      const own = [`/collection/${slug}`, `/collection/${collectionId}`, `/collection/${collectionId.slice(2)}`]
      for (const path of [...pages, ...own])
        expect({ path, status: (await site.answer(path)).status }).toEqual({ path, status: 200 })
      expect((await site.answer('/')).text).toContain('<title>NFT Marketplace &amp; No Code Launchpad</title>')
    })

    // @feature route.token, route.portfolio
    test('tokens and wallets have their own pages', async () => {
      const mara = person(site.harness.network, 'Mara Voss')
      const token = await floorToken(site.harness.network, mara)
      const { status, text } = await site.answer(`/collection/${token.collectionId}/${token.tokenDataId}`)
      expect(status).toBe(200)
      expect(text).toContain('twitter:image')
      const other = site.collections.find(({ collectionId }) => collectionId !== token.collectionId)
      expect(await site.answer(`/collection/${other?.slug}/${token.tokenDataId}?a=b`)).toMatchObject({
        status: 302,
        location: `/collection/${token.collectionId}/${token.tokenDataId}?a=b`,
      })
      expect((await site.answer(`/${mara.address}`)).status).toBe(200)
      const spellings = [mara.address.replace(/^0x0*/, '0x').toUpperCase().replace('0X', '0x'), mara.address.slice(2)]
      for (const spelling of spellings)
        expect(await site.answer(`/${spelling}`)).toMatchObject({ status: 302, location: `/${mara.address}` })
    })

    // @feature route.collections
    test('old addresses of the list of collections redirect to it', async () => {
      for (const path of ['/collection', '/collections', '/collection/collections', '/collection/anything/collections'])
        expect(await site.answer(path)).toMatchObject({ status: 302, location: '/#collections' })
      for (const [path, location] of [
        ['/mints', '/launchpad'],
        ['/rewards?view=ledger', '/airdrop?view=ledger'],
      ] as const)
        expect(await site.answer(path)).toMatchObject({ status: 302, location })
      const page = await site.harness.visitor('/collection//collections')
      expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/#collections')
    })

    // @feature route.not-found, route.portfolio, shell.title
    test('an unknown address is a 404 with a link to the home page', async () => {
      const missing = ['/nowhere', '/nobody-knows.apt', '/0xzz', '/collection/no-such-collection', '/a/b/c']
      for (const path of missing)
        expect({ path, ...(await site.answer(path)) }).toMatchObject({
          path,
          status: 404,
          text: expect.stringContaining('This page could not be found'),
        })
      for (const path of sample(missing, 1)) {
        const page = await site.harness.visitor(path)
        await page.getByRole('heading', { name: '404 Not Found' }).waitFor()
        await page.getByText('This page could not be found').waitFor()
        await page.getByRole('link', { name: 'Home page', exact: true }).click()
        await rows(page).first().waitFor()
        expect(await page.title()).toBe('NFT Marketplace & No Code Launchpad')
      }
    })

    // @feature route.error, shell.loading-bar
    test('a page whose data fails to load shows an error with a link to the home page', async () => {
      const page = await site.harness.visitor('/')
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
    test('the sitemap lists every collection', async () => {
      expect((await site.answer('/robots.txt')).text).toContain(`Sitemap: ${site.harness.network.webUrl}/sitemap.xml`)
      expect((await site.answer('/sitemap.xml')).text).toContain(`${site.harness.network.webUrl}/sitemap/1`)
      const { text } = await site.answer('/sitemap/1')
      for (const { slug } of site.collections) expect(text).toContain(`/collection/${slug}</loc>`)
      expect((await site.answer('/sitemap/2')).status).toBe(404)
      const page = (await site.answer(`/collection/${site.first.slug}?tab=bids&min=1`)).text
      expect(page).toContain(`rel="canonical" href="${site.harness.network.webUrl}/collection/${site.first.slug}"`)
      expect(page).toContain('"@type":"CollectionPage"')
    })

    // @feature route.back, route.state, landing.sort-click, table.sortable
    test('back restores sort order, window and scroll position', async () => {
      const page = await site.harness.visitor('/?window=7d')
      await page.setViewportSize({ width: 1024, height: 500 })
      const header = page.getByRole('columnheader', { name: 'Floor', exact: true })
      await whenReady(page)
      await header.getByRole('button').click()
      await expect.poll(() => header.getAttribute('aria-sort'), TIMEOUT).toBe('descending')
      // Two clicks in a row count as one, and a click too soon after the last counts for nothing.
      const clicked = await page.evaluate(() => performance.now())
      await page.waitForFunction((at) => performance.now() - at > 300, clicked)
      await header.getByRole('button').dblclick()
      await expect.poll(() => header.getAttribute('aria-sort'), TIMEOUT).toBe('ascending')
      // By its address: another row is the last as soon as the list has rendered more of them.
      const href = await rows(page).getByRole('link').last().getAttribute('href')
      const link = rows(page).locator(`a[href="${href}"]`).first()
      // Scrolls as the click does, which wants the link clear of what is docked at the edges.
      await link.hover()
      const place = await page.evaluate(() => window.scrollY)
      expect(place).toBeGreaterThan(0)
      const address = page.url()
      await link.click()
      await page.waitForURL(/\/collection\//)
      await page.getByRole('tab', { name: 'Items' }).waitFor()
      await page.goBack()
      await expect.poll(() => page.url(), TIMEOUT).toBe(address)
      await expect.poll(() => page.evaluate(() => window.scrollY), TIMEOUT).toBe(place)
      expect(await header.getAttribute('aria-sort')).toBe('ascending')
      expect(await page.getByRole('radio', { name: '7d' }).isChecked()).toBe(true)
    })
  })
}
