/** Tables of `account` that a backup holds: people's and the operator's words, which no chain can tell again. */
export const BACKED_UP = [
  'decode_skips',
  'favourites',
  'flag_requests',
  'notification_floors',
  'notification_settings',
  'notification_wallets',
  'notifications',
  'verified_collections',
] as const

/** Tables of `account` that a backup leaves out, each with the reason. A test holds both lists against the schema. */
export const LEFT_OUT = {
  metadata_requests: 'documents are asked for again',
  notification_progress: 'it counts in the change feed of its own database',
  sessions: 'one that was ended since would be open again; people sign in anew',
  sign_in_challenges: 'they last five minutes',
} as const
