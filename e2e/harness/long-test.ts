import { isLong } from '@opal/domain/testing/effort/config'
import { test } from 'vitest'

/**
 * Defines a journey that runs in `npm run test:long` only, because quicker tests prove what it shows. It cites no
 * behaviour: what `npm run features` lists is proven by every `npm test`.
 */
export const longTest: (name: string, journey: () => Promise<void>) => void = isLong ? test : () => undefined
