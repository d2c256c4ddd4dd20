import { MarketError } from '@opal/domain/errors'
import type { Dispatcher } from 'undici'

/** Number of parts in which even the smallest answer may arrive, and bytes that allow one part more. */
const FREE_PARTS = 1_000
const BYTES_PER_PART = 128

/** A host sends its answer in parts that are far too small. */
class TooManyPartsError extends MarketError {
  override readonly code = 'too-many-parts'
  constructor() {
    super('The host sends its answer in parts of a few bytes.')
  }
}

/**
 * Gives up an answer of a stranger's host that comes in parts of a few bytes, or behind any number of interim answers. Each part costs the process as
 * much as one of many kilobytes, so that a host which sends one byte at a time would keep it busy with some megabytes a second.
 */
export const boundParts: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let [parts, bytes] = [0, 0]
  const count = (controller: Dispatcher.DispatchController, size: number): void => {
    parts += 1
    bytes += size
    if (parts > FREE_PARTS + bytes / BYTES_PER_PART) controller.abort(new TooManyPartsError())
  }
  return dispatch(options, {
    onRequestStart: (...started) => handler.onRequestStart?.(...started),
    onRequestUpgrade: (...upgraded) => handler.onRequestUpgrade?.(...upgraded),
    onResponseStart(controller, status, ...rest) {
      count(controller, 0)
      handler.onResponseStart?.(controller, status, ...rest)
    },
    onResponseData(controller, chunk) {
      count(controller, chunk.length)
      handler.onResponseData?.(controller, chunk)
    },
    onResponseEnd: (...ended) => handler.onResponseEnd?.(...ended),
    onResponseError: (...failed) => handler.onResponseError?.(...failed),
  })
}
