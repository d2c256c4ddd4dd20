import { join } from 'node:path'
import { errorMessage } from '@opal/domain/errors'
import type { Page } from 'playwright-core'
import { audit } from './audit.ts'
import type { Subjects } from './find-subjects.ts'
import type { Size, Theme } from './frames.ts'
import type { Scene } from './scene.ts'
import { missedTargets } from './touch-targets.ts'
import { connect } from './wallet.ts'
import type { Windows } from './windows.ts'

export interface Studio {
  readonly windows: Windows
  readonly site: string
  readonly subjects: Subjects
  readonly sizes: readonly Size[]
  readonly themes: readonly Theme[]
  /** Folder the screenshots go to. */
  readonly output: string
  /** One line of progress. */
  say(line: string): void
}

/** A fault of one scene: axe's findings, errors of the page, or why the state could not be reached. */
export interface Finding {
  readonly screenshot: string
  readonly sentence: string
}

/** Takes a scene in the studio's sizes. Each size is a new page: some parts read the size once, when they open. */
export async function takeScene(studio: Studio, scene: Scene): Promise<readonly Finding[]> {
  const found = await takeSizes(studio, scene)
  studio.say(`${scene.name}: ${found.length === 0 ? 'ok' : `${found.length} found`}`)
  for (const finding of found) studio.say(`  ${finding.screenshot}: ${finding.sentence}`)
  return found
}

async function takeSizes(studio: Studio, scene: Scene): Promise<readonly Finding[]> {
  const sizes = scene.sizes ?? studio.sizes
  if (scene.inTurn !== true) return (await Promise.all(sizes.map((size) => takeSize(studio, scene, size)))).flat()
  const found: Finding[] = []
  for (const size of sizes) found.push(...(await takeSize(studio, scene, size)))
  return found
}

async function takeSize(studio: Studio, scene: Scene, size: Size): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const name = `${scene.name}-${size.name}`
  const add = (sentence: string, screenshot = name) => findings.push({ screenshot, sentence })
  const [theme] = studio.themes
  const page = await studio.windows.openPage(size, { ...(theme !== undefined && { theme }), ...scene.prefers })
  try {
    await arrange(studio, scene, page, add)
    for (const theme of studio.themes) await takeTheme(studio, scene, page, { name: `${name}-${theme}`, theme, add })
    if (await overflows(page)) add('the page is wider than the window')
    if (size.isTouched) for (const sentence of await missedTargets(page)) add(sentence)
  } catch (error) {
    add(`the state was not reached: ${errorMessage(error)}`)
    // Shows the page instead of the state.
    await page.screenshot({ path: join(studio.output, `${name}-unreached.png`) }).catch(() => {})
  } finally {
    // Responses still in progress are discarded.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  }
  return findings
}

interface Sitting {
  /** Name of the screenshot. */
  readonly name: string
  readonly theme: Theme
  add(sentence: string, screenshot: string): void
}

/** The current state in this theme, as after a press of the theme's button. */
async function takeTheme(
  { output, themes: [first] }: Studio,
  { whole }: Scene,
  page: Page,
  sitting: Sitting,
): Promise<void> {
  const { name, theme, add } = sitting
  await page.evaluate(putOn, theme)
  await page.waitForTimeout(FADE_MS)
  await page.screenshot({ path: join(output, `${name}.png`), fullPage: whole ?? false })
  for (const sentence of await audit(page, { only: theme === first ? 'everything' : 'colours' })) add(sentence, name)
}

/** As the site does it. */
function putOn(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}

async function arrange(
  { site, subjects }: Studio,
  scene: Scene,
  page: Page,
  add: (sentence: string) => void,
): Promise<void> {
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => add(`the page threw: ${error.message}`))
  await scene.before?.(page)
  await page.goto(`${site}${scene.path(subjects)}`)
  // A page that could not even start is captured as it is.
  await page.waitForFunction(isHydrated).catch(() => {})
  await page.waitForLoadState('networkidle')
  if (scene.as !== undefined) await connect(page, subjects.person.name)
  await scene.act?.(page, subjects)
  await hideTools(page)
  await settle(page, scene.waits ?? false)
}

/** The dev wallet's button in the corner is no part of the site, and would lie over what is. */
function hideTools(page: Page): Promise<void> {
  return page.evaluate(() => {
    const launcher = document.querySelector<HTMLElement>('[data-opal-dev-wallet="launcher"]')
    if (launcher !== null) launcher.style.display = 'none'
  })
}

function isHydrated(): boolean {
  return performance.getEntriesByName('opal:hydrated').length > 0
}

const IMAGES_MS = 5_000
/** Duration of fades, in and between themes. */
const FADE_MS = 300
const LOADED_MS = 20_000

/** Waits for the last responses, fonts and the images in view. An image that never loads shows in the screenshot. */
async function settle(page: Page, waits: boolean): Promise<void> {
  if (!waits) {
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(isLoaded, undefined, { timeout: LOADED_MS }).catch(() => {})
  }
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await page.waitForFunction(areImagesLoaded, undefined, { timeout: IMAGES_MS }).catch(() => {})
}

/** No placeholder is left in view. */
function isLoaded(): boolean {
  return [...document.querySelectorAll('[data-placeholder]')].every((placeholder) => {
    const { top, bottom } = placeholder.getBoundingClientRect()
    return top >= innerHeight || bottom <= 0
  })
}

function areImagesLoaded(): boolean {
  return [...document.images].every((image) => {
    const { top, left, bottom, right } = image.getBoundingClientRect()
    const inView = top < innerHeight && left < innerWidth && bottom > 0 && right > 0
    return !inView || image.complete
  })
}

function overflows(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1)
}
