import { createStore } from '../shared/hooks/store.ts'

/** When the last call began, on the clock of `performance.now()`, that the API refused because it has no session; null where none was. */
export const refusedCall = createStore<number | null>(null)

/** Notes a failed call if the API refused it because it has no session. */
export function noteRefusal(error: unknown, startedMs: number): void {
  if ((error as { code?: unknown } | null)?.code === 'sign-in-required') refusedCall.set(startedMs)
}
