import type { Page } from 'playwright-core'
import { failCalls, holdCalls, stretchAnswers } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import type { Scene } from '../scene.ts'

const home = () => '/'

/** The page of all collections, and the search above it. */
export const LANDING_SCENES: readonly Scene[] = [
  { name: 'landing-top', path: home },
  { name: 'landing-whole', path: home, whole: true },
  { name: 'landing-trending-1d', path: () => '/?tab=trending&window=1d' },
  {
    name: 'landing-favourites-empty',
    path: () => '/?tab=favourites',
    act: (page) => page.getByText('No Collections').waitFor(),
  },
  { name: 'landing-usd', path: home, prefers: { currency: 'USD' } },
  { name: 'landing-lite', path: home, prefers: { mode: 'lite' } },
  {
    name: 'landing-favourites',
    path: home,
    act: async (page, subjects) => {
      await openFavourites(page, subjects)
      await page.getByRole('link', { name: subjects.collection.collectionName, exact: true }).first().waitFor()
    },
  },
  {
    name: 'landing-loading',
    path: home,
    waits: true,
    act: async (page, subjects) => {
      await holdCalls(page)
      await openFavourites(page, subjects)
    },
  },
  {
    name: 'landing-failed',
    path: home,
    act: async (page, subjects) => {
      await failCalls(page)
      await openFavourites(page, subjects)
      await page.getByText('Couldn’t load collections').waitFor()
    },
  },
  {
    name: 'landing-extremes',
    path: home,
    act: async (page, subjects) => {
      await stretchAnswers(page)
      await openFavourites(page, subjects)
      await page
        .getByTitle(/^The Most Honourable/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'search-popular',
    path: home,
    act: async (page) => {
      await page.getByRole('combobox', { name: /^Search/ }).focus()
      await page.locator('#search-results a').first().waitFor()
    },
  },
  {
    name: 'search-recent',
    path: home,
    act: async (page, { collections }) => {
      const visited = collections.slice(0, 5).map(({ collectionId, slug, collectionName, collectionImage }) => ({
        collectionId,
        slug,
        name: collectionName,
        image: collectionImage,
      }))
      await page.evaluate((text) => localStorage.setItem('opal.recent-collections', text), JSON.stringify(visited))
      await page.reload()
      await page.waitForLoadState('networkidle')
      await page.getByRole('combobox', { name: /^Search/ }).focus()
      await page.getByRole('button', { name: 'Clear All' }).waitFor()
    },
  },
  {
    name: 'search-results',
    path: home,
    act: async (page, { collection }) => {
      await page.getByRole('combobox', { name: /^Search/ }).fill(collection.collectionName.slice(0, 4))
      await page.locator('#search-results a').first().waitFor()
    },
  },
  {
    name: 'search-nothing',
    path: home,
    act: async (page) => {
      await page.getByRole('combobox', { name: /^Search/ }).fill('zzzzzz')
      await page.getByText('No Results Found').waitFor()
    },
  },
  {
    name: 'search-wallet',
    path: home,
    act: async (page, { person }) => {
      await page.getByRole('combobox', { name: /^Search/ }).fill(person.address)
      await page.locator('#search-results a').first().waitFor()
    },
  },
]

/** Opens the favorites: the only list of this page that the browser itself requests. */
async function openFavourites(page: Page, subjects: Subjects): Promise<void> {
  const ids = subjects.collections.slice(0, 6).map(({ collectionId }) => collectionId)
  await page.evaluate((text) => localStorage.setItem('opal.favourites', text), JSON.stringify(ids))
  await page.goto(new URL('/?tab=favourites', page.url()).href)
}
