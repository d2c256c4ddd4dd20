import { expect, test } from 'vitest'
import { createApartMeasurer } from './measure-image.ts'

const svg = (body: string, width = 300, height = 200) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`)

test('a picture has a size and a dominant colour', async () => {
  using measurer = createApartMeasurer()
  const facts = await measurer.measure(
    svg('<rect width="300" height="200" fill="#cc2200"/><rect width="30" height="30"/>'),
  )
  expect(facts).toMatchObject({ width: 300, height: 200 })
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(facts.colour.slice(at, at + 2), 16))
  expect(
    [red, green, blue].map((part, index) => Math.abs((part ?? 0) - ([0xcc, 0x22, 0x00][index] ?? 0)) <= 16),
  ).toEqual([true, true, true])
})

test('what is no picture is told as such, and the next one is looked at', async () => {
  using measurer = createApartMeasurer()
  await expect(measurer.measure(Buffer.from('{"not":"a picture"}'))).rejects.toMatchObject({ retryable: false })
  expect(await measurer.measure(svg('<rect width="300" height="200"/>'))).toMatchObject({ width: 300 })
})

test('a picture that takes too long is given up, and the next one has a fresh program', async () => {
  using hasty = createApartMeasurer(1)
  await expect(hasty.measure(svg(''))).rejects.toThrow('too long')
  await expect(hasty.measure(svg(''))).rejects.toThrow('too long')
})
