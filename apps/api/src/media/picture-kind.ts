/** What a picture's first bytes say it is: made of pixels, or an SVG; null for what is neither. */
export type PictureKind = 'pixels' | 'svg'

/** Comments and declarations may come before it. @source libvips, foreign/svgload.c, SVG_HEADER_SIZE */
const SVG_HEADER_BYTES = 1_000

/** Where each kind of pixels has its mark, hex. */
const MARKS: readonly (readonly [offset: number, hex: string])[] = [
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
 * Tells without decoding anything. Compressed SVGs, which may hold a thousand times their size, are neither.
 */
export function pictureKind(source: Uint8Array): PictureKind | null {
  const head = Buffer.from(source.buffer, source.byteOffset, Math.min(source.byteLength, SVG_HEADER_BYTES))
  if (MARKS.some(([offset, hex]) => head.toString('hex', offset, offset + hex.length / 2) === hex)) return 'pixels'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'pixels'
  return /<(?:[a-z]{1,20}:)?svg[\s>/]/i.test(head.toString('latin1')) ? 'svg' : null
}
