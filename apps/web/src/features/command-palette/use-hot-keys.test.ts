import { describe, expect, it } from 'vitest'
import type { SiteAction } from '../../shared/hooks/site-actions.ts'
import { matchKeys } from './use-hot-keys.ts'

function offering(id: string, keys: string): SiteAction {
  return { id, title: id, group: 'Go to', keys, run: () => {} }
}
const ACTIONS = [offering('activity', 'g a'), offering('airdrop', 'g r'), offering('help', '?')]

/** Ids that a row of keys runs. */
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
  it('runs what one key or two name, and nothing else', () => {
    expect(ran('?')).toEqual(['help'])
    expect(ran('g a')).toEqual(['activity'])
    expect(ran('a g x a r')).toEqual([])
  })

  it('starts again at a key that continues nothing', () => {
    expect(ran('g g a')).toEqual(['activity'])
    expect(ran('g ? g r')).toEqual(['help', 'airdrop'])
  })

  it('prefers what was offered last', () => {
    expect(ran('g a', [...ACTIONS, offering('nearer', 'g a')])).toEqual(['nearer'])
  })
})
