import { createStore } from '../../shared/hooks/store.ts'

/** Tokens that a transaction of this browser is under way for: nobody is asked to trade them twice. Set by the trading feature. */
export const pendingTokens = createStore<ReadonlySet<string>>(new Set())
