import { formatCount } from '../../shared/format/number.ts'

const LABELS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  favourites: ['favorite', 'favorites'],
  flag_requests: ['flag', 'flags'],
  notification_floors: ['watched floor', 'watched floors'],
  notification_settings: ['alert setting', 'alert settings'],
  notification_wallets: ['wallet with alerts', 'wallets with alerts'],
  notifications: ['alert', 'alerts'],
  sessions: ['session', 'sessions'],
  sign_in_challenges: ['unanswered sign-in', 'unanswered sign-ins'],
}

/** Returns a label for a count of erased rows. @example erasedLabel('favourites', 2) // '2 favorites' */
export function erasedLabel(table: string, count: number): string {
  const noun = table.replaceAll('_', ' ')
  const [one, many] = LABELS[table] ?? [`row of ${noun}`, `rows of ${noun}`]
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** The phrase that must be typed to confirm. */
export const CONFIRMATION = 'erase my account'

/** Returns whether the phrase was typed, ignoring case and surrounding spaces. */
export function isConfirmed(typed: string): boolean {
  return typed.trim().toLowerCase() === CONFIRMATION
}

/**
 * Reports whether the server has refused, so that nothing was erased. Without an answer, or after a failure on its side, it may
 * have erased the account all the same.
 */
export function isRefusal(error: unknown): boolean {
  const { status } = error as { readonly status?: unknown }
  return typeof status === 'number' && status >= 400 && status < 500
}

/**
 * Says what is known after a failed erasure, and what to do.
 * @param wasUnknown an earlier attempt got no answer.
 */
export function failureLabel(error: unknown, wasUnknown: boolean): string {
  const { code } = error as { readonly code?: unknown }
  const reason = error instanceof Error ? ` ${error.message}` : ''
  if (!isRefusal(error)) {
    return `We don’t know whether your account was erased.${reason} Try again: erasing twice does no harm. If you are asked to sign in, the account and its sessions are gone.`
  }
  if (!wasUnknown) return `Nothing was erased.${reason}`
  if (code === 'sign-in-required') {
    return 'Your session has ended, as it does after erasing. To be sure, sign in and erase again.'
  }
  return `We still don’t know whether your account was erased.${reason} Try again in a few minutes.`
}
