import sharp from 'sharp'
import { encodePicture } from './encode-picture.ts'
import type { SvgJob } from './svg-process.ts'

/** Resolution at which an SVG's own units are pixels. */
const DENSITY = 72
const MAX_DENSITY = 2_400

/**
 * An SVG as a picture of this width, drawn at that size instead of stretched afterwards. Runs in a process of its own: see
 * svg-process.ts.
 */
export function drawSvg({ source, width, ownWidth, maxPixels, format }: SvgJob): Promise<Buffer> {
  const density = ownWidth === 0 ? DENSITY : Math.min(MAX_DENSITY, Math.max(1, (DENSITY * width) / ownWidth))
  return encodePicture(sharp(source, { limitInputPixels: maxPixels, density }).resize({ width }), format).toBuffer()
}
