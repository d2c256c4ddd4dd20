import { useSyncExternalStore } from 'react'
import type { MetricRequest } from '../entities/collection/metrics.ts'
import type { TradeRequest } from '../entities/order/trade-request.ts'
import { createStore } from '../shared/hooks/store.ts'

/** A step that needs a session; while it is open, the sign-in dialog leads there. */
export interface SignInRequest {
  /** Completes the sentence "Sign in to ...". */
  readonly purpose: string
  /** The button that was pressed said that it signs in: the wallet is asked immediately. */
  readonly isAsked: boolean
  /** Called once: with the wallet that is signed in, or with null when the user gave up. */
  readonly done: (wallet: string | null) => void
}

/** Everything that one feature can ask another to do, with its parameters; `true` where it has none. */
export interface CommandRequests {
  /** Handled by `features/trading`. */
  openTrade: TradeRequest
  /** Handled by `features/wallet`. */
  openConnect: true
  /** Handled by `features/wallet`. */
  openDisconnect: true
  /** Handled by `features/session`; ask through `requireSession`. */
  signIn: SignInRequest
  /** Handled by `features/metric-details`. */
  explainMetric: MetricRequest
  /** Which dialog of `features/order-health`: the wallet's own orders, or its loyalty. */
  openOrderHealth: 'orders' | 'loyalty'
  /** Goes to the airdrop page once a wallet is connected. Handled by `features/shell`. */
  openAirdrop: true
  /** Text for the search field. Handled by `features/search`. */
  search: string
}
export type CommandName = keyof CommandRequests

const openRequests = createStore<{ readonly [Name in CommandName]?: CommandRequests[Name] }>({})

function request<Name extends CommandName>(name: Name, parameters: CommandRequests[Name]): void {
  openRequests.set((before) => ({ ...before, [name]: parameters }))
}

/** Returns the open request of a command; null while there is none. For event handlers and tests. */
export function commandRequest<Name extends CommandName>(name: Name): CommandRequests[Name] | null {
  return openRequests.get()[name] ?? null
}

/** Closes the open request of a command: it is done, or the user gave it up. */
export function finishCommand(name: CommandName): void {
  openRequests.set((before) => {
    if (before[name] === undefined) return before
    const { [name]: _finished, ...rest } = before
    return rest
  })
}

/** Returns the open request of a command and renders again when it changes; null on the server. */
export function useCommand<Name extends CommandName>(name: Name): CommandRequests[Name] | null {
  return useSyncExternalStore(
    openRequests.subscribe,
    () => commandRequest(name),
    () => null,
  )
}

/** Opens the trading dialog of a request, through the connect dialog where no wallet is connected. */
export function openTrade(trade: TradeRequest): void {
  request('openTrade', trade)
}

/** Opens the dialog that connects a wallet. */
export function openConnect(): void {
  request('openConnect', true)
}

/** Opens the dialog that disconnects the wallet. */
export function openDisconnect(): void {
  request('openDisconnect', true)
}

/** Opens the sign-in dialog. Features call `requireSession`, which asks only where no session is open. */
export function openSignIn(signIn: SignInRequest): void {
  request('signIn', signIn)
}

/** Opens the dialog that shows how a metric is derived. */
export function explainMetric(metric: MetricRequest): void {
  request('explainMetric', metric)
}

/** Opens a dialog of order health. */
export function openOrderHealth(dialog: 'orders' | 'loyalty'): void {
  request('openOrderHealth', dialog)
}

/** Connects a wallet, then goes to the airdrop page. @source docs/product/site.md#airdrop-link */
export function openAirdrop(): void {
  openConnect()
  request('openAirdrop', true)
}

/** Id of the search field, for the `/` key and the phone's bottom bar. */
export const SEARCH_FIELD_ID = 'site-search'

/** Focuses the search field. @param text replaces its content; undefined keeps it. */
export function focusSearch(text?: string): void {
  if (text !== undefined) request('search', text)
  document.getElementById(SEARCH_FIELD_ID)?.focus()
}
