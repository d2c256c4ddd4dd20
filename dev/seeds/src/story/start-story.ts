import { pause } from '@opal/domain/backoff'
import type { Logger } from 'pino'
import { nextTurn, storyStreams } from './pace.ts'
import { Story, type StoryContext, type StoryTurn } from './story.ts'

export interface StoryOptions extends StoryContext {
  readonly log: Logger
  /** Turns that history took: people go on as often. */
  readonly turns: number
  /** Fixed time between the starts of two turns, in milliseconds, instead of a human pace. */
  readonly everyMs?: number
}

const DAY_MS = 86_400_000
/** Turns of a hurried story that may be under way: each waits for its block. */
const CONCURRENCY = 32

/**
 * Lets the traders go on, through the node's REST API. A failure (the node restarts, a visitor was faster) costs that turn only.
 * Disposing it ends the story after the current turn.
 */
export function startStory(options: StoryOptions): AsyncDisposable {
  const ending = new AbortController()
  const story = new Story(options)
  const { everyMs } = options
  const finished =
    everyMs === undefined
      ? playAtPace(story, options, ending.signal)
      : playInAHurry(story, { ...options, everyMs }, ending.signal)
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort()
      await finished
    },
  }
}

async function playAtPace(story: Story, options: StoryOptions, signal: AbortSignal): Promise<void> {
  const { collections, turns, random } = options
  const streams = storyStreams(collections, turns)
  while (!signal.aborted) {
    const { afterDays, ...about } = nextTurn(streams, random)
    await pause(afterDays * DAY_MS, signal)
    if (!signal.aborted) await playTurn(story, options, about)
  }
}

/** Leaves the subject of each turn to chance. A turn starts when it is due, whether or not those before it are committed. */
async function playInAHurry(
  story: Story,
  { everyMs, ...options }: StoryOptions & { readonly everyMs: number },
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>()
  for (let dueAt = performance.now() + everyMs; !signal.aborted; dueAt = Math.max(dueAt, performance.now()) + everyMs) {
    await pause(Math.max(0, dueAt - performance.now()), signal)
    if (signal.aborted || running.size >= CONCURRENCY) continue
    const turn = playTurn(story, options).finally(() => running.delete(turn))
    running.add(turn)
  }
  await Promise.all(running)
}

async function playTurn(story: Story, { log }: Pick<StoryOptions, 'log'>, about?: StoryTurn): Promise<void> {
  try {
    log.debug(await story.turn(about), 'story')
  } catch (error) {
    log.debug({ error: String(error) }, 'a turn of the story came to nothing')
  }
}
