import { ApiError } from '@opal/contract/api-error'

/** Is there nothing of this name? Also where no name can be like it, such as one of three hundred characters. */
export function isNothingThere(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'invalid-request')
}
