/** Kind of an image's content. */
export type ImageKind = 'pixels' | 'svg'

/** Comments and declarations may come before it. @source libvips, foreign/svgload.c, SVG_HEADER_SIZE */
const SVG_HEADER_BYTES = 1_000

/** Signatures of raster formats with their offsets, hex. */
const SIGNATURES: readonly (readonly [offset: number, hex: string])[] = [
  [0, 'ffd8ff'],
  [0, '89504e470d0a1a0a'],
  [0, '474946383761'],
  [0, '474946383961'],
  [0, '49492a00'],
  [0, '4d4d002a'],
  [0, '49492b00'],
  [0, '4d4d002b'],
  // HEIF and AVIF: `ftyp`.
  [4, '66747970'],
]

/**
 * Detects a raster image or an SVG by its first bytes, without decoding anything; null for anything else. Compressed SVGs,
 * which may hold a thousand times their size, are neither.
 */
export function imageKind(source: Uint8Array): ImageKind | null {
  const head = Buffer.from(source.buffer, source.byteOffset, Math.min(source.byteLength, SVG_HEADER_BYTES))
  if (SIGNATURES.some(([offset, hex]) => head.toString('hex', offset, offset + hex.length / 2) === hex)) return 'pixels'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'pixels'
  return /<(?:[a-z]{1,20}:)?svg[\s>/]/i.test(head.toString('latin1')) ? 'svg' : null
}
