import { createStore } from '../../shared/hooks/store.ts'

/**
 * Ids of tokens with a pending transaction of this browser: their trade buttons are disabled. Written by `features/trading`
 * only; cards of other features read it.
 */
export const pendingTokens = createStore<ReadonlySet<string>>(new Set())
