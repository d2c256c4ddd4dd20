import { setTimeout as delay } from 'node:timers/promises'
import { TIMEOUT_MS } from './config.ts'

const POLL_MS = 50

/**
 * Waits for something that no locator of the page can wait for.
 * @param what completes "waited for ..." in the error.
 * @param ask answers null, undefined or false until it is so; its last error is the error's cause.
 * @returns the first other answer.
 * @throws Error that names what was waited for, and what was there instead when `seen` says so.
 */
export async function waitFor<Answer>(
  what: string,
  ask: () => Promise<Answer | null | undefined | false> | Answer | null | undefined | false,
  { timeout = TIMEOUT_MS, seen }: { readonly timeout?: number; readonly seen?: () => unknown } = {},
): Promise<Answer> {
  const until = Date.now() + timeout
  let cause: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== null && answer !== undefined && answer !== false) return answer
      cause = undefined
    } catch (error) {
      cause = error
    }
    if (Date.now() >= until) break
    await delay(POLL_MS)
  }
  const instead = seen === undefined ? '' : ` There was: ${JSON.stringify(await seen())}.`
  throw new Error(`Waited ${timeout / 1_000} s for ${what}.${instead}`, { cause })
}
