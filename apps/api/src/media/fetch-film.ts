import {
  askSource,
  assertNamed,
  MAX_SOURCE_BYTES,
  readBounded,
  type SourceAnswer,
  type SourceOptions,
} from './fetch-source.ts'
import { filmType } from './film-type.ts'
import { MediaUnavailableError, MediaUnreadableError } from './media-errors.ts'

/** Bytes from and to, both included, as HTTP counts. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A stretch of a film or a sound. */
export interface FilmPart {
  readonly type: string
  readonly start: number
  readonly bytes: Buffer
  /** Bytes of the whole. */
  readonly total: number
}

/** There is nothing where the range begins. */
export interface BeyondFilm {
  readonly type: null
  readonly total: number
}

/**
 * Fetches a stretch of a film or a sound, by the rules of pictures. What its host gives may be shorter than was asked for.
 * @throws SourceRefusedError, MediaUnavailableError, MediaUnreadableError when it is neither, or too large for a host that
 *   gives it only whole.
 */
export async function fetchFilm(src: string, range: ByteRange, options: SourceOptions): Promise<FilmPart | BeyondFilm> {
  await assertNamed(src, options)
  return askSource(src, options, {
    headers: { accept: 'video/*, audio/*', range: `bytes=${range.start}-${range.end}` },
    read: (answer) => readPart(answer, range),
  })
}

async function readPart(answer: SourceAnswer, range: ByteRange): Promise<FilmPart | BeyondFilm> {
  const { statusCode, headers, body, url } = answer
  const told = /^bytes (?:(\d{1,15})-\d{1,15}|\*)\/(\d{1,15})$/.exec(String(headers['content-range'] ?? ''))
  if (statusCode === 416) return { type: null, total: Number(told?.[2] ?? 0) }
  if (statusCode !== 200 && statusCode !== 206) throw new MediaUnavailableError(`its host answered ${statusCode}`)
  const type = filmType(headers['content-type'], url.pathname)
  if (type === null) throw new MediaUnreadableError('it is no film and no sound')
  if (statusCode === 200) {
    const whole = await readBounded(body, MAX_SOURCE_BYTES)
    if (range.start >= whole.byteLength) return { type: null, total: whole.byteLength }
    const bytes = whole.subarray(range.start, range.end + 1)
    return { type, start: range.start, bytes, total: whole.byteLength }
  }
  if (told === null || Number(told[1]) !== range.start) throw new MediaUnavailableError('its host gave another part')
  const bytes = await readBounded(body, range.end - range.start + 1)
  return { type, start: range.start, bytes, total: Number(told[2]) }
}
