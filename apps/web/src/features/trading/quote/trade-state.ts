import type { TradeAnswer } from '@opal/contract/trading/trade'

/** State of a trading dialog, from opening until the wallet has submitted; then the tray follows the trade. */
export type TradeState =
  /** Waits for a quote. */
  | { readonly step: 'quoting' }
  /** `isOfChoice`: only another choice helps, no other quote. `isUnanswered`: the server was not reached. */
  | {
      readonly step: 'unavailable'
      readonly sentence: string
      readonly isOfChoice?: true
      readonly isUnanswered?: true
    }
  | { readonly step: 'ready'; readonly answer: TradeAnswer; readonly note: TradeNote | null }
  /** Asked again right before signing. */
  | { readonly step: 'checking'; readonly answer: TradeAnswer }
  | { readonly step: 'asking-wallet'; readonly answer: TradeAnswer }
  | { readonly step: 'failed'; readonly sentence: string }
  /** In the tray under this id. */
  | { readonly step: 'submitted'; readonly tradeId: string; readonly answer: TradeAnswer }

/** A note above the quote, before the user confirms again. `what` names the change; null where it has no name. */
export type TradeNote = { readonly kind: 'rejected' } | { readonly kind: 'changed'; readonly what: string | null }

export type TradeEvent =
  | { readonly type: 'quote-asked' }
  /** `what` says how the quote is worse than what was shown before the dialog; null where it is no worse. */
  | {
      readonly type: 'quoted'
      readonly answer: TradeAnswer
      readonly obstacle: string | null
      readonly what: string | null
    }
  | { readonly type: 'quote-failed'; readonly sentence: string; readonly isUnanswered?: boolean }
  | { readonly type: 'confirmed' }
  /** Nothing relevant has changed; these are the newest amounts. */
  | { readonly type: 'unchanged'; readonly answer: TradeAnswer }
  | {
      readonly type: 'changed'
      readonly answer: TradeAnswer
      readonly obstacle: string | null
      readonly what: string | null
    }
  /** Quoted again because the market moved, while the user decides; `what` is null where nothing that matters has changed. */
  | {
      readonly type: 'refreshed'
      readonly answer: TradeAnswer
      readonly obstacle: string | null
      readonly what: string | null
    }
  | { readonly type: 'rejected' }
  | { readonly type: 'wallet-failed'; readonly sentence: string }
  | { readonly type: 'submitted'; readonly tradeId: string }
  /** Another transaction follows the submitted one. */
  | { readonly type: 'next' }

/** The state of a dialog that has just opened. */
export const INITIAL_TRADE_STATE: TradeState = { step: 'quoting' }

/** Returns the next state. Ignores events that do not belong to the current step. */
export function nextTradeState(state: TradeState, event: TradeEvent): TradeState {
  switch (event.type) {
    case 'quote-asked':
      // Once the wallet has been asked, only it can answer.
      return state.step === 'asking-wallet' || state.step === 'submitted' ? state : { step: 'quoting' }
    case 'quoted':
      return state.step === 'quoting' ? withAnswer(event, changeNote(event.what)) : state
    case 'quote-failed':
      return state.step === 'quoting' || state.step === 'checking'
        ? { step: 'unavailable', sentence: event.sentence, ...(event.isUnanswered && { isUnanswered: true }) }
        : state
    case 'confirmed':
      return state.step === 'ready' ? { step: 'checking', answer: state.answer } : state
    case 'unchanged':
      return state.step === 'checking' ? { step: 'asking-wallet', answer: event.answer } : state
    case 'changed':
      return state.step === 'checking' ? withAnswer(event, { kind: 'changed', what: event.what }) : state
    case 'refreshed':
      return refreshed(state, event)
    case 'rejected':
      return state.step === 'asking-wallet'
        ? { step: 'ready', answer: state.answer, note: { kind: 'rejected' } }
        : state
    case 'wallet-failed':
      return state.step === 'asking-wallet' ? { step: 'failed', sentence: event.sentence } : state
    case 'submitted':
      return state.step === 'asking-wallet'
        ? { step: 'submitted', tradeId: event.tradeId, answer: state.answer }
        : state
    case 'next':
      return state.step === 'submitted' ? { step: 'quoting' } : state
  }
}

function refreshed(state: TradeState, event: Extract<TradeEvent, { type: 'refreshed' }>): TradeState {
  if (state.step !== 'ready' && state.step !== 'unavailable') return state
  const before = state.step === 'ready' ? state.note : null
  return withAnswer(event, changeNote(event.what) ?? before)
}

/** Returns the note of a change that has a name; null without one. */
function changeNote(what: string | null): TradeNote | null {
  return what === null ? null : { kind: 'changed', what }
}

function withAnswer(
  { answer, obstacle }: { readonly answer: TradeAnswer; readonly obstacle: string | null },
  note: TradeNote | null,
): TradeState {
  if (obstacle === null) return { step: 'ready', answer, note }
  return { step: 'unavailable', sentence: obstacle, ...(isOfChoice(answer) && { isOfChoice: true }) }
}

/** Codes of reasons that lie in what was chosen. */
const OF_CHOICE: ReadonlySet<string> = new Set(['to-yourself', 'to-no-wallet', 'own-token', 'own-listing', 'duplicate'])

function isOfChoice({ items }: TradeAnswer): boolean {
  return items.length > 0 && items.every(({ reason }) => reason !== null && OF_CHOICE.has(reason.code))
}

/** Returns whether the form can still be changed, because the wallet was not asked yet. */
export function isEditable({ step }: TradeState): boolean {
  return step === 'quoting' || step === 'unavailable' || step === 'ready'
}
