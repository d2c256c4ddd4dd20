import sharp from 'sharp'

/** Resolution at which an SVG's own units are pixels. */
const DENSITY = 72
const MAX_DENSITY = 2_400

/**
 * An SVG as WebP of this width, drawn at that size instead of stretched afterwards. Runs in a process of its own: see
 * svg-process.ts.
 * @param ownWidth the SVG's own width in pixels; 0 when unknown.
 */
export function drawSvg(source: Uint8Array, width: number, ownWidth: number, maxPixels: number): Promise<Buffer> {
  const density = ownWidth === 0 ? DENSITY : Math.min(MAX_DENSITY, Math.max(1, (DENSITY * width) / ownWidth))
  return sharp(source, { limitInputPixels: maxPixels, density })
    .resize({ width })
    .webp({ quality: 82, effort: 3 })
    .toBuffer()
}
