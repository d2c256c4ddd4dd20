import { MarketError } from '@opal/domain/errors'

/** A folder of recorded data, or a file in it, is not what its layout promises. */
export class SuiteError extends MarketError {
  override readonly code = 'suite-malformed'
  constructor(what: string, cause?: unknown) {
    super(what, { cause })
  }
}
