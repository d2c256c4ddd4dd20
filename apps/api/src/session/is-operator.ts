import { createHash, timingSafeEqual } from 'node:crypto'

/** Is this `Authorization` header the operator's? Never without a configured token. Takes equally long for every answer. */
export function isOperator(authorization: string | undefined, token: string | null): boolean {
  if (token === null || authorization === undefined) return false
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
