import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawSvgApart } from './svg-process.ts'

const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">${inner}</svg>`)
const job = (source: Buffer) => ({
  source,
  width: 2480,
  ownWidth: 2000,
  maxPixels: 100_000_000,
  format: 'webp' as const,
})
/** So long as the machine is busy with something else. */
const PATIENCE_MS = 60_000
const SLOW = svg(`<filter id="f"><feGaussianBlur stdDeviation="500"/><feTurbulence numOctaves="50"/></filter>
  ${'<rect filter="url(#f)" width="2000" height="2000"/>'.repeat(20)}`)

describe('drawSvgApart', () => {
  it(
    'gives up on an SVG that takes for ever, and draws the next one',
    async () => {
      await expect(drawSvgApart(job(SLOW), 500)).rejects.toThrow('too long')
      const picture = await drawSvgApart(job(svg('<rect width="2000" height="2000" fill="red"/>')), PATIENCE_MS)
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 2480 })
    },
    2 * PATIENCE_MS,
  )

  it(
    'says what is no SVG, and goes on',
    async () => {
      await expect(drawSvgApart(job(Buffer.from('<svg')), PATIENCE_MS)).rejects.toThrow()
      expect((await drawSvgApart(job(svg('<circle r="9"/>')), PATIENCE_MS)).byteLength).toBeGreaterThan(0)
    },
    2 * PATIENCE_MS,
  )
})
