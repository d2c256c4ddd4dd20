import type { DebianProgram } from '../debian/debian-program.ts'

/** Redis, which the tests of several APIs start. Under a BSD licence as Debian has it; a tool, not shipped. */
export const REDIS: DebianProgram = {
  title: 'Redis',
  variable: 'REDIS_SERVER_PATH',
  usualPlaces: [
    '/usr/bin/redis-server',
    '/usr/bin/valkey-server',
    '/usr/local/bin/redis-server',
    '/usr/local/bin/valkey-server',
    '/opt/homebrew/bin/redis-server',
    '/opt/homebrew/bin/valkey-server',
  ],
  debianPackage: 'redis-server',
  neededBy: 'The tests of several APIs on one store need',
}
