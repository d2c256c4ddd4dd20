import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import { createSettableClock } from '@opal/dev-chain/ledger/clock'
import { createLedger } from '@opal/dev-chain/ledger/create-ledger'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { GEAR_FOLDER, GEAR_MODULE, GEAR_NAMES } from '@opal/dev-chain/modules/gear/gear-facts'
import { OCTAS_PER_APT } from '@opal/domain/prices/octas'
import { beforeAll, expect, test } from 'vitest'
import { demoArtist, demoTraders } from '../accounts/demo-cast.ts'
import { cidOf } from '../art/cid.ts'
import { DEMO_COLLECTIONS } from '../art/demo-collections.ts'
import { RAFFLES } from '../art/heirlooms.ts'
import { wellFormedFault } from '../art/testing/well-formed.ts'
import { ArtSource } from '../host/art-source.ts'
import { demoModules } from './demo-modules.ts'
import { makeGear, offerEverything } from './gifts.ts'
import { HistoryWriter } from './history-writer.ts'

const START_MICROS = 1_780_000_000_000_000n
const people = demoTraders().map((trader) => ({ trader, acts: true, balance: 0n }))
let ledger: Ledger
beforeAll(async () => {
  const clock = createSettableClock(START_MICROS)
  ledger = await createLedger({ dataDir: null, clock, modules: demoModules() })
  const faucet = createFaucet(ledger)
  const artists = RAFFLES.map(({ slug }) => demoArtist(slug))
  for (const { address } of [...demoTraders(), ...artists]) faucet.fund(address, OCTAS_PER_APT)
  ledger.commitBlock()
  const writer = new HistoryWriter(ledger, clock, demoModules())
  makeGear(writer, people)
  for (const one of RAFFLES) offerEverything(writer, one, people, START_MICROS + 1_000_000n)
})

const calls = () =>
  Array.from({ length: Number(ledger.head.version) + 1 }, (_, version) => ledger.transactionByVersion(BigInt(version)))
    .filter((one) => one?.user !== undefined)
    .map((one) => [one?.user?.request?.payload?.entryFunctionPayload?.entryFunctionIdStr, one?.info?.vmStatus])

test('offers one wallet more tokens than a page holds, and gives gear to traders', () => {
  expect(calls().filter(([, status]) => status !== 'Executed successfully')).toEqual([])
  const count = (name: string) => calls().filter(([called]) => called === name).length
  expect(count('0x3::token_transfers::offer_script')).toBeGreaterThan(100)
  expect(count(`${GEAR_MODULE}::mint`)).toBeGreaterThan(0)
})

const source = new ArtSource(DEMO_COLLECTIONS)
const read = (cid: string, file: string) => source.file(cid, file)?.body.toString() ?? ''

test('serves document and image of every piece of gear', () => {
  expect(GEAR_FOLDER).toBe(cidOf('prospector-gear'))
  for (const code of Object.keys(GEAR_NAMES)) {
    for (const type of [0, 1, 2]) {
      const { name, image } = JSON.parse(read(GEAR_FOLDER, `${code}-${type}.json`))
      expect(name).toBe(GEAR_NAMES[Number(code)]?.[type])
      const [, file = ''] = image.split(`ipfs://${GEAR_FOLDER}/`)
      expect(wellFormedFault(read(GEAR_FOLDER, file)), file).toBeNull()
    }
  }
  expect(JSON.parse(read(GEAR_FOLDER, 'collection.json')).image).toBe(`ipfs://${GEAR_FOLDER}/collection.svg`)
  expect(wellFormedFault(read(GEAR_FOLDER, 'collection.svg'))).toBeNull()
  for (const file of ['999-0.json', '100-3.json', '../x.json']) expect(source.file(GEAR_FOLDER, file), file).toBeNull()
})

test('animated tokens link a video without a file extension, and name its type', () => {
  const moving = DEMO_COLLECTIONS.flatMap(({ slug, videos = [] }) => videos.map((n) => ({ slug, n })))
  expect(moving.length).toBeGreaterThan(0)
  for (const { slug, n } of moving) {
    const { animation_url, properties, image } = JSON.parse(read(cidOf(slug), `${n}.json`))
    expect([animation_url, properties, image]).toEqual([
      `ipfs://${cidOf(slug)}/film-${n}`,
      { category: 'video' },
      `ipfs://${cidOf(slug)}/${n}.svg`,
    ])
    const video = source.file(cidOf(slug), `film-${n}`)
    expect(video?.contentType).toBe('video/webm')
    // Matroska's magic number.
    expect(video?.body.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
  }
  expect(source.file(cidOf('drift-atlas'), 'film-1')).toBeNull()
  expect(JSON.parse(read(cidOf('drift-atlas'), '1.json'))).not.toHaveProperty('animation_url')
})
