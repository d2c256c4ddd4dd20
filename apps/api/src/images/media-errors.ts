import { MarketError } from '@opal/domain/errors'

/** An image's address has a scheme or a host that is not fetched from. */
export class SourceRefusedError extends MarketError {
  override readonly code = 'source-refused'
  constructor(reason: string) {
    super(`This image is not fetched: ${reason}.`)
  }
}

/** The image's host does not serve it now. */
export class MediaUnavailableError extends MarketError {
  override readonly code = 'media-unavailable'
  override readonly retryable = true
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`The image could not be fetched: ${reason}.`, options)
  }
}

/** The source is no readable image, or too large. */
export class MediaUnreadableError extends MarketError {
  override readonly code = 'media-unreadable'
  constructor(reason: string, options: { cause?: unknown } = {}) {
    super(`The image cannot be shown: ${reason}.`, options)
  }
}

/** A source leads to the host of another owner. It is no failure: what is there is fetched in a turn of its own. */
export class SourceMovedError extends Error {
  readonly src: string
  constructor(src: string) {
    super('It is at the host of another owner.')
    this.src = src
  }
}

/** Too many images are being drawn already. */
export class MediaBusyError extends MarketError {
  override readonly code = 'overloaded'
  override readonly retryable = true
  constructor(options: { cause?: unknown } = {}) {
    super('Too many images are being fetched. Try again in a moment.', options)
  }
}

/** Images in memory leave no share to another one's bytes: it is fetched again in a turn of large images. */
export class MemoryShareError extends MediaBusyError {}

/** Returns whether an error says that too much is asked, by one client or by all: nothing is wrong with the image. */
export function isMediaBusy(error: unknown): error is MediaBusyError {
  return error instanceof MediaBusyError
}
