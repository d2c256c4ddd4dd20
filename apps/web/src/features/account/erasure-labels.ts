const LABELS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  favourites: ['favourite', 'favourites'],
  flag_requests: ['flag', 'flags'],
  notification_floors: ['floor watched for you', 'floors watched for you'],
  notification_settings: ['notification setting', 'notification settings'],
  notification_wallets: ['address to notify', 'addresses to notify'],
  notifications: ['notification', 'notifications'],
  sessions: ['session', 'sessions'],
  sign_in_challenges: ['unanswered sign-in', 'unanswered sign-ins'],
}

/** Returns a label for a count of erased rows. @example erasedLabel('favourites', 2) // '2 favourites' */
export function erasedLabel(table: string, count: number): string {
  const noun = table.replaceAll('_', ' ')
  const [one, many] = LABELS[table] ?? [`row of ${noun}`, `rows of ${noun}`]
  return `${count} ${count === 1 ? one : many}`
}

/** The phrase that must be typed to confirm. */
export const CONFIRMATION = 'erase my account'

/** Returns whether the phrase was typed, ignoring case and surrounding spaces. */
export function isConfirmed(typed: string): boolean {
  return typed.trim().toLowerCase() === CONFIRMATION
}
