import { ApiError, invalidInput } from '../responses/api-error.ts'

/** Functions that do not exist, arguments and keys that do not fit are the client's fault. */
export function fitting<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    throw invalidInput(cause instanceof Error ? cause.message.slice(0, 300) : String(cause))
  }
}
