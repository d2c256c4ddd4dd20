import { expect, it } from 'vitest'
import { playStory } from './play-story.ts'
import { readStories } from './story.ts'

it.each(readStories().map((story) => [story.name.replaceAll('_', ' '), story] as const))(
  'the aggregator, simulated as the contract behaves: %s',
  (_, story) => {
    expect(playStory(story)).toEqual(story.expect)
  },
)
