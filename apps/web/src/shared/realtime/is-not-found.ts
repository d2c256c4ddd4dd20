import { ApiError } from '@opal/contract/http/api-error'

/** Returns whether an error says that nothing has this name, also because the name is invalid (such as too long). */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'invalid-request')
}
