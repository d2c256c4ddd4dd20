import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Story, type StoryContext } from './story.ts'

export interface StoryOptions extends StoryContext {
  readonly log: Logger
  /** Shortest and longest wait between two turns. */
  readonly pauseMs: readonly [from: number, to: number]
}

/**
 * Lets the traders go on, one turn every few seconds, through the node's REST API. A failure (the node restarts, a
 * visitor was faster) costs that turn only. Disposing it ends the story after the current turn.
 */
export function startStory(options: StoryOptions): AsyncDisposable {
  const ending = new AbortController()
  const told = tell(new Story(options), options, ending.signal)
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort()
      await told
    },
  }
}

async function tell(story: Story, { log, random, pauseMs }: StoryOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await pause(random.between(pauseMs[0], pauseMs[1]), undefined, { signal })
      log.debug(await story.turn(), 'story')
    } catch (error) {
      if (!signal.aborted) log.debug({ error: String(error) }, 'a turn of the story came to nothing')
    }
  }
}
