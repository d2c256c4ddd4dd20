/** Images of more pixels than this are not decoded: a small file can hold a very large one. */
export const MAX_PIXELS = 100_000_000
/** An image that takes more memory than this is not decoded: that many pixels of four channels, a byte each. */
export const MAX_DECODED_BYTES = 4 * MAX_PIXELS
/** Memory that a process may take to decode one: it may be copied, to turn it upright. */
export const MAX_PROCESS_BYTES = 2.5 * MAX_DECODED_BYTES
/** Larger SVGs are not parsed: honest ones have some kilobytes. */
export const MAX_SVG_BYTES = 2 * 1024 * 1024

/** Size of an image as the drawing library reads it before decoding. */
export interface ImageSize {
  readonly width: number
  readonly height: number
  readonly channels: number
  /** By libvips' names, such as `uchar`. */
  readonly depth: string
}

/** Bytes of one channel of a pixel once it is decoded, by libvips' names. */
const SAMPLE_BYTES: Readonly<Record<string, number>> = {
  char: 1,
  uchar: 1,
  short: 2,
  ushort: 2,
  int: 4,
  uint: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
}

/** Returns how many bytes an image takes when it is decoded whole, as some formats are; unknown depths count as the largest. */
export function decodedBytes({ width, height, channels, depth }: ImageSize): number {
  return width * height * channels * (SAMPLE_BYTES[depth] ?? 16)
}
