import type { LiveMessage } from '../live.ts'

/** Returns whether a message says that time has changed listings of its collection: a floor change with an equal `old` and `new`. */
export function isTimedChange(message: LiveMessage): boolean {
  return message.kind === 'floor_change' && message.old === message.new
}
