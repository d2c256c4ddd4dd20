import { GEAR_MODULE } from '@opal/dev-chain/modules/gear/gear-facts'
import type { Page, Route } from 'playwright-core'
import { changeAnswers, failCalls, type Row, stretchAnswers } from '../faults.ts'
import type { Subjects } from '../find-subjects.ts'
import type { Scene } from '../scene.ts'

const place = ({ collection }: Subjects) => `/collection/${collection.slug}`
const ONE_TOKEN = /\/api\/collection\/nfts\/0x[0-9a-f]+$/
const NOBODY = `0x${'de'.repeat(32)}`

/** Tokens as chains bring them: without an image, with videos and models, with long names, burned, or not there at all. */
export const TOKEN_STATE_SCENES: readonly Scene[] = [
  { name: 'token-not-found', path: ({ collection }) => `/collection/${collection.collectionId}/${NOBODY}` },
  {
    name: 'token-failed',
    path: place,
    act: async (page) => {
      await failCalls(page)
      await openFirst(page)
      await page.getByText('Couldn’t load this item').waitFor()
    },
  },
  tokenWith('token-no-attributes', { attributes: [], rarity: null }),
  tokenWith('token-no-image', { image: null, imageFacts: null, collectionImage: null }),
  tokenWith('token-dead-image', {
    image: 'https://art.example/gone.png',
    imageFacts: null,
    collectionImage: null,
  }),
  tokenWith('token-burned', { isBurned: true, owner: null, listedPrice: null, marketplace: null, listings: [] }),
  tokenWith('token-model', { video: 'https://art.example/model.glb' }),
  gearWith('token-gear', (route) => route.fulfill({ json: [GEAR] })),
  gearWith('token-gear-failed', (route) => route.fulfill({ status: 400, json: {} })),
  tokenWith('token-audio', { video: 'https://art.example/song.mp3' }),
  {
    ...tokenWith('token-video', { video: 'https://art.example/film.webm' }),
    before: showFilm,
    act: async (page) => {
      await openFirst(page)
      await page.locator('video').waitFor()
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
    },
  },
  {
    name: 'token-extremes',
    path: place,
    act: async (page) => {
      await stretchAnswers(page)
      await openFirst(page)
      await page
        .getByRole('dialog')
        .getByText(/^The Most Honourable/)
        .first()
        .waitFor()
    },
  },
]

function tokenWith(name: string, facts: Row): Scene {
  return {
    name,
    path: place,
    before: (page) => changeAnswers(page, ONE_TOKEN, (answer) => ({ ...answer, ...facts })),
    act: openFirst,
  }
}

const GEAR = {
  tier: 4,
  gear_type: 0,
  gear_code: '500',
  name: 'Time Distortion Drill',
  primary_effect: '600000',
  durability: '87500000',
  gear_affixes: [
    { effect: '30000', target: 'XP Boost' },
    { effect: '30000', target: 'Fee Discount' },
  ],
}

/** Returns an item of the game, of which only the game's view can tell more. */
function gearWith(name: string, tell: (route: Route) => Promise<void>): Scene {
  const [creatorAddress] = GEAR_MODULE.split('::')
  const scene = tokenWith(name, { creatorAddress })
  return {
    ...scene,
    before: async (page) => {
      await scene.before?.(page)
      await page.route(/\/v1\/view$/, (route) =>
        route.request().postData()?.includes('::gear_detail') === true ? tell(route) : route.continue(),
      )
    },
    act: async (page) => {
      await openFirst(page)
      const gear = page.getByRole('dialog').getByRole('heading', { name: 'Gear', exact: true })
      await gear.scrollIntoViewIfNeeded()
      await page.getByText(/^(Time Distortion Drill|The game isn’t responding\.)$/).waitFor()
    },
  }
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Items' }).getByRole('link').first().click()
  await page.getByRole('dialog').waitFor()
  await page.getByRole('status', { name: 'Loading the item' }).waitFor({ state: 'detached' })
}

const VIDEO_URL = 'https://art.example/film.webm'

/** A token whose animation is a short video, drawn and recorded here. */
async function showFilm(page: Page): Promise<void> {
  await page.goto('about:blank')
  const video = Buffer.from(await page.evaluate(recordVideo))
  // Through whatever brings it.
  await page.route(/film\.webm/, (route) => route.fulfill({ contentType: 'video/webm', body: video }))
  await changeAnswers(page, ONE_TOKEN, (answer) => ({ ...answer, video: VIDEO_URL }))
}

function recordVideo(): Promise<number[]> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 320 })
  const pen = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
  let frame = 0
  const drawing = setInterval(() => {
    if (pen === null) return
    pen.fillStyle = `hsl(${200 + frame * 4} 45% 45%)`
    pen.fillRect(0, 0, 320, 320)
    frame += 1
    if (frame === 12) recorder.stop()
  }, 40)
  return new Promise((done) => {
    recorder.ondataavailable = async ({ data }) => done([...new Uint8Array(await data.arrayBuffer())])
    recorder.onstop = () => clearInterval(drawing)
    recorder.start()
  })
}
