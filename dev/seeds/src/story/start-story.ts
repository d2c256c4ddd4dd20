import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { nextTurn, storyStreams } from './pace.ts'
import { Story, type StoryContext, type StoryTurn } from './story.ts'

export interface StoryOptions extends StoryContext {
  readonly log: Logger
  /** Turns that history took: people go on as often. */
  readonly turns: number
  /** Fixed pause between all turns, in milliseconds, instead of a human pace. */
  readonly pauseMs?: number
}

const DAY_MS = 86_400_000

/**
 * Lets the traders go on, through the node's REST API. A failure (the node restarts, a visitor was faster) costs that turn only.
 * Disposing it ends the story after the current turn.
 */
export function startStory(options: StoryOptions): AsyncDisposable {
  const ending = new AbortController()
  const finished = play(new Story(options), options, ending.signal)
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort()
      await finished
    },
  }
}

async function play(story: Story, options: StoryOptions, signal: AbortSignal): Promise<void> {
  const { log } = options
  const next = pacing(options)
  while (!signal.aborted) {
    try {
      const { afterMs, about } = next()
      await pause(afterMs, undefined, { signal })
      log.debug(await story.turn(about), 'story')
    } catch (error) {
      if (!signal.aborted) log.debug({ error: String(error) }, 'a turn of the story came to nothing')
    }
  }
}

/** Returns what draws the next turn and the wait for it; a hurried story leaves the turn to chance. */
function pacing({
  collections,
  turns,
  random,
  pauseMs,
}: StoryOptions): () => { readonly afterMs: number; readonly about?: StoryTurn } {
  if (pauseMs !== undefined) return () => ({ afterMs: pauseMs })
  const streams = storyStreams(collections, turns)
  return () => {
    const { afterDays, ...about } = nextTurn(streams, random)
    return { afterMs: afterDays * DAY_MS, about }
  }
}
