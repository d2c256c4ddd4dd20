/** Widest image the media service makes. @source docs/product/tokens-and-filters.md#image-width */
export const MAX_MEDIA_WIDTH = 2480

/** Widths the media service makes; any other is rounded up to the next one, so that its cache stays small. */
export const MEDIA_WIDTHS = [64, 128, 256, 384, 512, 768, 1024, 1536, MAX_MEDIA_WIDTH] as const

/** Formats the media service makes. WebP unless another is asked for: AVIF is smaller, and takes longer to make. */
export const IMAGE_FORMATS = ['webp', 'avif'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

/**
 * Returns the address of a token's or collection's image as WebP, at most `width` pixels wide.
 * @param origin origin of the API.
 * @param src `ipfs://…` or `https://…` as metadata names it.
 */
export function mediaUrl(origin: string, src: string, width: number): string {
  const w = MEDIA_WIDTHS.find((candidate) => candidate >= width) ?? MAX_MEDIA_WIDTH
  return `${origin.replace(/\/$/, '')}/media/image?${new URLSearchParams({ src, w: String(w) })}`
}

/**
 * Returns the address of a token's video or sound, which is read in parts.
 * @param origin origin of the API.
 * @param src `ipfs://…` or `https://…` as metadata names it.
 */
export function videoUrl(origin: string, src: string): string {
  return `${origin.replace(/\/$/, '')}/media/video?${new URLSearchParams({ src })}`
}

/**
 * Returns the address that serves the content type which the host of a token's animation declares: `{ type }`, such as `video/mp4`;
 * null where it says nothing.
 * @param origin origin of the API.
 * @param src `ipfs://…` or `https://…` as metadata names it.
 */
export function mediaTypeUrl(origin: string, src: string): string {
  return `${origin.replace(/\/$/, '')}/media/type?${new URLSearchParams({ src })}`
}

/**
 * Returns the address of a token's image, video, sound or model as its host has it, to be saved as a file.
 * @param origin origin of the API.
 * @param src `ipfs://…` or `https://…` as metadata names it.
 * @param name file name without its extension.
 */
export function originalUrl(origin: string, src: string, name: string): string {
  return `${origin.replace(/\/$/, '')}/media/original?${new URLSearchParams({ src, name: name.slice(0, 200).toWellFormed() })}`
}
