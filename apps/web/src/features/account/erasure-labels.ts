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

/** A count of erased rows in words. @example erasedLabel('favourites', 2) // '2 favourites' */
export function erasedLabel(table: string, count: number): string {
  const noun = table.replaceAll('_', ' ')
  const [one, many] = LABELS[table] ?? [`row of ${noun}`, `rows of ${noun}`]
  return `${count} ${count === 1 ? one : many}`
}

/** What must be typed before anything is erased. */
export const CONFIRMATION = 'erase my account'

/** Was it typed? Spaces around it and capitals are forgiven. */
export function isConfirmed(typed: string): boolean {
  return typed.trim().toLowerCase() === CONFIRMATION
}
