/** PostgreSQL channel that carries the id of the newest row of the change feed. */
export const CHANGE_CHANNEL = 'opal_changes'
/** PostgreSQL channel that rings when notifications were written. */
export const NOTIFICATION_CHANNEL = 'opal_notifications'
