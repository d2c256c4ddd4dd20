import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { chromePath } from '../harness/config.ts'
import { findSubjects, type Person, type Subjects } from './find-subjects.ts'
import { SIZES, type Size, THEMES, type Theme, USUAL_SIZES } from './frames.ts'
import type { Scene } from './scene.ts'
import { BID_SCENES } from './scenes/bids.ts'
import { COLLECTION_SCENES } from './scenes/collection.ts'
import { COLLECTION_STATE_SCENES } from './scenes/collection-states.ts'
import { IDENTITY_SCENES } from './scenes/identity.ts'
import { LANDING_SCENES } from './scenes/landing.ts'
import { ORDER_SCENES } from './scenes/orders.ts'
import { PAGE_SCENES } from './scenes/pages.ts'
import { PORTFOLIO_SCENES } from './scenes/portfolio.ts'
import { SHELL_SCENES } from './scenes/shell.ts'
import { SWEEP_SCENES } from './scenes/sweep.ts'
import { TOKEN_SCENES } from './scenes/token.ts'
import { TOKEN_STATE_SCENES } from './scenes/token-states.ts'
import { TRADING_SCENES } from './scenes/trading.ts'
import { WALLET_STATE_SCENES } from './scenes/wallet-states.ts'
import { type Finding, type Studio, takeScene } from './take-screenshots.ts'
import { recordTour } from './tour.ts'
import { createWindows } from './windows.ts'

const SCENES = [
  ...LANDING_SCENES,
  ...SHELL_SCENES,
  ...COLLECTION_SCENES,
  ...COLLECTION_STATE_SCENES,
  ...TOKEN_SCENES,
  ...TOKEN_STATE_SCENES,
  ...PAGE_SCENES,
  ...PORTFOLIO_SCENES,
  ...TRADING_SCENES,
  ...WALLET_STATE_SCENES,
  ...ORDER_SCENES,
  ...BID_SCENES,
  ...SWEEP_SCENES,
  ...IDENTITY_SCENES,
]

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    output: { type: 'string' },
    only: { type: 'string', default: '' },
    theme: { type: 'string', default: THEMES.join(',') },
    size: { type: 'string', default: USUAL_SIZES },
    tour: { type: 'boolean', default: false },
  },
})
if (values.url === undefined || values.output === undefined) throw new Error('--url and --output are needed.')

const { url: site, output } = values

if (values.tour) {
  print(await withBrowser(site, (browser, subjects) => recordTour({ browser, site, subjects }, output)))
} else {
  const choice: Choice = {
    scenes: startingWith(values.only),
    themes: THEMES.filter((theme) => values.theme.split(',').includes(theme)),
    sizes: SIZES.filter(({ name }) => values.size.split(',').includes(name)),
  }
  const findings = await withBrowser(site, (browser, subjects) =>
    takeScenes({ windows: createWindows(browser, site), site, subjects, output, say: print, ...choice }, choice.scenes),
  )
  print(`${findings.length === 0 ? 'Nothing' : findings.length} found in ${countScreenshots(choice)} screenshots.`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

interface Choice {
  readonly scenes: readonly Scene[]
  readonly themes: readonly Theme[]
  readonly sizes: readonly Size[]
}

function countScreenshots({ scenes, themes, sizes }: Choice): number {
  return scenes.reduce((sum, scene) => sum + (scene.sizes ?? sizes).length * themes.length, 0)
}

/** Runs `work` with a browser and the subjects of the first demo account. */
async function withBrowser<Result>(
  site: string,
  work: (browser: Browser, subjects: Subjects) => Promise<Result>,
): Promise<Result> {
  const network = (await (await fetch(`${site}/network.json`)).json()) as NetworkJson
  const person = network.accounts[0]
  if (!person) throw new Error('Screenshots are taken on a local network with demo accounts.')
  const subjects = await findSubjects(network.socket, person)
  // As root Chromium cannot make its sandbox.
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  const browser = await chromium.launch({ executablePath: chromePath, args })
  try {
    return await work(browser, subjects)
  } finally {
    await browser.close()
  }
}

async function takeScenes(studio: Studio, scenes: readonly Scene[]): Promise<readonly Finding[]> {
  const found: Finding[] = []
  for (const scene of scenes) found.push(...(await takeScene(studio, scene)))
  return found
}

/** The members of the site's `/network.json` that are needed here. */
interface NetworkJson {
  readonly socket: string
  readonly accounts: readonly Person[]
}

function startingWith(words: string): readonly Scene[] {
  const wanted = words.split(',').filter((word) => word !== '')
  return wanted.length === 0 ? SCENES : SCENES.filter(({ name }) => wanted.some((word) => name.startsWith(word)))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
