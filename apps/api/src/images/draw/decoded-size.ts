import type { Metadata } from 'sharp'

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

/** Returns how many bytes a picture takes when it is decoded whole, as some formats are; unknown depths count as the largest. */
export function decodedBytes({
  width,
  height,
  channels,
  depth,
}: Pick<Metadata, 'width' | 'height' | 'channels' | 'depth'>): number {
  return width * height * channels * (SAMPLE_BYTES[depth] ?? 16)
}
