import { expect, test } from 'vitest'
import { chooseAccount } from './service-account.ts'

const line = (name: string, uid: number) => `${name}:x:${uid}:${uid + 1}:,,,:/:/usr/sbin/nologin\n`
const BARE = line('root', 0) + line('nobody', 65_534)

test("root's database runs as an account of its own where the system has one", () => {
  const both = BARE + line('postgres', 101) + line('opal', 998)
  expect(chooseAccount(both, null)).toEqual({ uid: 998, gid: 999, isShared: false })
  expect(chooseAccount(BARE + line('postgres', 101), null)).toEqual({ uid: 101, gid: 102, isShared: false })
  expect(chooseAccount(BARE + line('postgresql-exporter', 7) + line('opal2', 8), null).isShared).toBe(true)
})

test('without one it runs as nobody, and says that others do too', () => {
  expect(chooseAccount(BARE, null)).toEqual({ uid: 65_534, gid: 65_535, isShared: true })
  expect(chooseAccount('', null)).toMatchObject({ uid: 65_534, isShared: true })
  expect(chooseAccount(line('nobody', 99), null)).toEqual({ uid: 99, gid: 100, isShared: true })
})

test('a cluster stays with the account that made it', () => {
  const both = BARE + line('opal', 998)
  expect(chooseAccount(both, { uid: 65_534, gid: 65_534 })).toEqual({ uid: 65_534, gid: 65_534, isShared: true })
  expect(chooseAccount(both, { uid: 101, gid: 101 })).toEqual({ uid: 101, gid: 101, isShared: false })
})
