import { tellChanges } from '@opal/store/accounts/notifications/notify-changes'
import { tellTime } from '@opal/store/accounts/notifications/notify-time'
import {
  readLastNotificationId,
  readNotificationsAfter,
  type StoredNotification,
} from '@opal/store/accounts/notifications/read-notifications'
import type { ApiContext } from '../context.ts'

/** Notifications read at once. */
const BATCH = 200
/** How often time alone is asked what it brought. */
const TIME_EVERY_MS = 60_000

export interface NotifierOptions {
  readonly context: Pick<ApiContext, 'store' | 'nowMicros' | 'log'>
  readonly tell: (notification: StoredNotification) => Promise<void>
}

/** Makes notifications of the change feed and of time, and tells those that this or another process made. */
export interface Notifier extends AsyncDisposable {
  /** Something may have been written. Resolves when all that was written by now has been told. */
  wake(): Promise<void>
}

/** Starts it, also beside a store that is not there yet; whoever connects later reads what was before. */
export function startNotifier({ context, tell }: NotifierOptions): Notifier {
  const { store, nowMicros, log } = context
  let lastId: bigint | null = null
  let running: Promise<void> | null = null
  let again = false

  const drain = async (): Promise<void> => {
    lastId ??= await readLastNotificationId(store)
    do {
      again = false
      while ((await tellChanges(store)).hasMore);
      const made = await readNotificationsAfter(store, lastId, BATCH)
      for (const notification of made) await tell(notification)
      lastId = made.at(-1)?.id ?? lastId
      if (made.length === BATCH) again = true
    } while (again)
  }
  const wake = (): Promise<void> => {
    again = true
    running ??= drain()
      .catch((error: unknown) => log.error({ err: error }, 'notifications could not be made'))
      .finally(() => {
        running = null
      })
    return running
  }
  const askTime = (): Promise<void> =>
    wake()
      .then(() => tellTime(store, nowMicros()))
      .then(wake)
      .catch((error: unknown) => log.error({ err: error }, 'time could not be asked for notifications'))

  let asking = askTime()
  const timer = setInterval(() => {
    asking = asking.then(askTime)
  }, TIME_EVERY_MS)
  return {
    wake,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await asking
      await running
    },
  }
}
