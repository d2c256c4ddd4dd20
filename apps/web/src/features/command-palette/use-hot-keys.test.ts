import { describe, expect, it } from 'vitest'
import type { SiteAction } from '../../shared/hooks/site-actions.ts'
import { matchKeys } from './use-hot-keys.ts'

function offering(id: string, keys: string): SiteAction {
  return { id, title: id, group: 'Go to', keys, run: () => {} }
}
const ACTIONS = [offering('activity', 'g a'), offering('airdrop', 'g r'), offering('help', '?')]

/** Returns the ids of the actions that a sequence of keys runs. */
function ran(keys: string, actions: readonly SiteAction[] = ACTIONS): readonly string[] {
  let pending = ''
  return keys.split(' ').flatMap((key) => {
    const match = matchKeys(pending, key, actions)
    pending = match.pending
    return match.action === null ? [] : [match.action.id]
  })
}

// @feature shell.keyboard
describe('matchKeys', () => {
  it('runs the action of one or two keys, and nothing else', () => {
    expect(ran('?')).toEqual(['help'])
    expect(ran('g a')).toEqual(['activity'])
    expect(ran('a g x a r')).toEqual([])
  })

  it('starts over at a key that continues no sequence', () => {
    expect(ran('g g a')).toEqual(['activity'])
    expect(ran('g ? g r')).toEqual(['help', 'airdrop'])
  })

  it('prefers the action that was registered last', () => {
    expect(ran('g a', [...ACTIONS, offering('nearer', 'g a')])).toEqual(['nearer'])
  })
})
