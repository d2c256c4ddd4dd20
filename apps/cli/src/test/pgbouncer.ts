import type { DebianProgram } from '../debian/debian-program.ts'

/** pgBouncer, which the tests of poolers start. Under the ISC licence as Debian has it; a tool, not shipped. */
export const PGBOUNCER: DebianProgram = {
  title: 'pgBouncer',
  variable: 'PGBOUNCER_PATH',
  usualPlaces: ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'],
  debianPackage: 'pgbouncer',
  neededBy: 'The tests of poolers need',
}
