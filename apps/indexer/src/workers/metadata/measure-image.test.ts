import { expect, test } from 'vitest'
import { createApartMeasurer } from './measure-image.ts'

const svg = (body: string, width = 300, height = 200) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`)

/** A busy machine fails none. */
const PATIENT_MS = 60_000

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
  await expect(measurer.measure(Buffer.from('{"not":"a picture"}'))).rejects.toMatchObject({ retryable: false })
  expect(await measurer.measure(svg('<rect width="300" height="200"/>'))).toMatchObject({ width: 300 })
})

test('gives up a slow image for good', async () => {
  using hasty = createApartMeasurer(1)
  await expect(hasty.measure(svg(''))).rejects.toMatchObject({ reason: 'timeout', retryable: false })
})
