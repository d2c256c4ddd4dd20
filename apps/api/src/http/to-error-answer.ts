import { ERROR_STATUS, type ErrorBody } from '@opal/contract/error-body'
import { MarketError } from '@opal/domain/errors'
import { isCharacterFault, isDatabaseAway } from '@opal/store/driver/faults'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

/** What a client is told of an error. */
export interface ErrorAnswer {
  readonly status: number
  readonly body: ErrorBody
}

/**
 * Turns any error into a status and the contract's error body. Only errors raised on purpose say their message;
 * of all others a client learns nothing but that it was our fault.
 */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  if (hasZodFastifySchemaValidationErrors(error)) return invalidRequest(error.validation)
  if (error instanceof MarketError && error.code in ERROR_STATUS) {
    return errorAnswer(error.code as keyof typeof ERROR_STATUS, error.message, error.retryable, error.details)
  }
  if (isCharacterFault(error)) return errorAnswer('invalid-request', 'A text holds a character that no text may hold.')
  if (isDatabaseAway(error)) return errorAnswer('database-unavailable', DATABASE_AWAY, true)
  return frameworkAnswer(error) ?? errorAnswer('internal', 'Something went wrong on our side.', true)
}

const DATABASE_AWAY = 'The database cannot be reached at the moment. Try again in a little while.'

function errorAnswer(
  code: keyof typeof ERROR_STATUS,
  message: string,
  retryable = false,
  details: ErrorBody['error']['details'] = {},
): ErrorAnswer {
  return { status: ERROR_STATUS[code], body: { error: { code, message, retryable, details } } }
}

/** What is said of one fault. */
const MOST_CHARACTERS = 200

function invalidRequest(faults: readonly { instancePath: string; message?: string }[]): ErrorAnswer {
  const details = new Map<string, string>()
  for (const fault of faults.slice(0, 20)) {
    const path = fault.instancePath.replace(/^\//, '').replaceAll('/', '.') || 'request'
    // Both may hold words of the sender's, as long as a body may be.
    const member = path.slice(0, MOST_CHARACTERS)
    if (!details.has(member)) details.set(member, (fault.message ?? 'is not valid').slice(0, MOST_CHARACTERS))
  }
  const [path, sentence] = [...details][0] ?? ['request', 'is not valid']
  return errorAnswer(
    'invalid-request',
    `The request is not valid: ${path}: ${sentence}`,
    false,
    Object.fromEntries(details),
  )
}

/** Statuses that Fastify and its plugins raise by themselves. */
function frameworkAnswer(error: unknown): ErrorAnswer | null {
  const { statusCode: status, message } = error as { statusCode?: unknown; message?: string }
  if (status === 413) return errorAnswer('body-too-large', 'The body is too large.')
  if (status === 415) return errorAnswer('unsupported-media-type', 'Bodies are JSON.')
  if (status === 429) return errorAnswer('rate-limited', message ?? 'Too many requests.', true)
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return errorAnswer('invalid-request', 'The request could not be read.')
  }
  return null
}
