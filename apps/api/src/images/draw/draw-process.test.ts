import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawInProcess } from './draw-process.ts'

const svg = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">${inner}</svg>`)
const job = (source: Buffer) => ({
  source,
  kind: 'svg' as const,
  width: 2480,
  format: 'webp' as const,
  evenExpensive: false,
})
/** So long as the machine is busy with something else. */
const TIMEOUT_MS = 60_000
const SLOW = svg(`<filter id="f"><feGaussianBlur stdDeviation="500"/><feTurbulence numOctaves="50"/></filter>
  ${'<rect filter="url(#f)" width="2000" height="2000"/>'.repeat(20)}`)

/** Returns an SVG of some kilobytes with a picture of so many pixels on each side. */
async function svgWithin(side: number): Promise<Buffer> {
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
    .png({ palette: true, colours: 2, compressionLevel: 9 })
    .toBuffer()
  return svg(`<image width="64" height="64" href="data:image/png;base64,${picture.toString('base64')}"/>`)
}

describe('drawInProcess', () => {
  it(
    'ends a drawing that takes much memory, of which no header tells, unless it is made by itself',
    async () => {
      const small = { ...job(await svgWithin(1_000)), width: 64 }
      const large = { ...job(await svgWithin(8_000)), width: 64 }
      expect(large.source.byteLength).toBeLessThan(100_000)
      expect(await drawInProcess(small, TIMEOUT_MS)).toHaveProperty('image')
      await expect(drawInProcess(large, TIMEOUT_MS)).rejects.toMatchObject({ reason: 'exit' })
      expect(await drawInProcess({ ...large, evenExpensive: true }, TIMEOUT_MS)).toHaveProperty('image')
    },
    4 * TIMEOUT_MS,
  )

  it(
    'gives up on an SVG that takes for ever, and draws the next one',
    async () => {
      await expect(drawInProcess(job(SLOW), 500)).rejects.toThrow('too long')
      const drawn = await drawInProcess(job(svg('<rect width="2000" height="2000" fill="red"/>')), TIMEOUT_MS)
      if (!('image' in drawn)) throw new Error('nothing was drawn')
      expect(await sharp(drawn.image).metadata()).toMatchObject({ format: 'webp', width: 2480 })
    },
    2 * TIMEOUT_MS,
  )

  it(
    'reports what is no SVG, and continues',
    async () => {
      expect(await drawInProcess(job(Buffer.from('<svg')), TIMEOUT_MS)).toMatchObject({ fault: expect.any(String) })
      expect(await drawInProcess(job(svg('<circle r="9"/>')), TIMEOUT_MS)).toHaveProperty('image')
    },
    2 * TIMEOUT_MS,
  )

  it(
    'leaves an image of many pixels undrawn until it may have the memory',
    async () => {
      const wide = await sharp({ create: { width: 6_000, height: 5_000, channels: 3, background: '#123' } })
        .png()
        .toBuffer()
      const asked = { ...job(wide), kind: 'pixels' as const, width: 64 }
      expect(await drawInProcess(asked, TIMEOUT_MS)).toEqual({ expensive: true })
      expect(await drawInProcess({ ...asked, evenExpensive: true }, TIMEOUT_MS)).toHaveProperty('image')
    },
    2 * TIMEOUT_MS,
  )
})
