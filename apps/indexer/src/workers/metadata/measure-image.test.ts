import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createApartMeasurer } from './measure-image.ts'

const svg = (body: string, width = 300, height = 200) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`)

/** A busy machine fails none. */
const PATIENT_MS = { svg: 60_000, pixels: 60_000 }

test('measures size and dominant colour of an image', async () => {
  using measurer = createApartMeasurer(PATIENT_MS)
  const facts = await measurer.measure(
    svg('<rect width="300" height="200" fill="#cc2200"/><rect width="30" height="30"/>'),
  )
  expect(facts).toMatchObject({ width: 300, height: 200 })
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(facts.colour.slice(at, at + 2), 16))
  expect(
    [red, green, blue].map((part, index) => Math.abs((part ?? 0) - ([0xcc, 0x22, 0x00][index] ?? 0)) <= 16),
  ).toEqual([true, true, true])
})

test('reports a file that is no image, and measures the next', async () => {
  using measurer = createApartMeasurer(PATIENT_MS)
  await expect(measurer.measure(Buffer.from('{"not":"an image"}'))).rejects.toMatchObject({ retryable: false })
  expect(await measurer.measure(svg('<rect width="300" height="200"/>'))).toMatchObject({ width: 300 })
})

test('gives up a slow image for good', async () => {
  using hasty = createApartMeasurer({ svg: 1, pixels: 1 })
  await expect(hasty.measure(svg(''))).rejects.toMatchObject({ reason: 'timeout', retryable: false })
})

test.each([
  ['an SVG of many bytes', /too large a drawing/, async () => svg(`<!-- ${'x'.repeat(2 * 1024 * 1024)} -->`)],
  ['a compressed SVG', /not an image/, async () => gzipSync(svg('<rect width="9" height="9"/>'))],
  [
    'an image that takes much memory for its depth',
    /too much memory/,
    () =>
      sharp({ create: { width: 9_000, height: 9_000, channels: 4, background: '#fff' } })
        .toColourspace('rgb16')
        .png({ compressionLevel: 1 })
        .toBuffer(),
  ],
])('refuses %s, and measures the next', { timeout: 60_000 }, async (_, reason, source) => {
  using measurer = createApartMeasurer(PATIENT_MS)
  await expect(measurer.measure(await source())).rejects.toThrow(reason)
  expect(await measurer.measure(svg('<rect width="300" height="200"/>'))).toMatchObject({ width: 300 })
})
