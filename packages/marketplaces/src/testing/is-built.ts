import { NotOfferedError } from '@opal/domain/errors'

/**
 * Returns whether the marketplace builds this call. An absent builder and one that refuses with a typed error both
 * count as not built.
 */
export function isBuilt(build: () => unknown): boolean {
  try {
    return build() !== undefined
  } catch (error) {
    if (error instanceof NotOfferedError) return false
    throw error
  }
}
