import { EXAMPLE } from '@opal/contract/shapes/example-ids'
import type { Random } from './random.ts'

/** Texts that have broken other servers: bounds of integers, bytes that stores refuse, paths, patterns, statements. */
const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '-0',
  '1e400',
  '1e3',
  '0x',
  '0x0',
  '1.5',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  '18446744073709551616',
  String(2n ** 256n),
  `-${2n ** 256n}`,
  '9'.repeat(4_000),
  `0x${'f'.repeat(64)}`,
  `0x${'f'.repeat(65)}`,
  'zebra',
  'a\u0000b',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  'ﷺ'.repeat(200),
  'e\u0301'.repeat(500),
  '👩‍👩‍👧‍👦'.repeat(50),
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%ff',
  '%c0%ae',
  "' or 1=1 --",
  '"; drop table market.listings; --',
  '\\',
  '%',
  '_%_%_',
  '(a+)+$',
  '(((((((((((((((((((((a*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*)*',
  '(.*)*\\1{255}',
  'x{255}{255}{255}',
  '[[:alpha:]',
  '***:',
  '***=',
  '(?<=a)b',
  '[',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'W10',
  Buffer.from('[null,null,null]').toString('base64url'),
  Buffer.from('["1","1","1"]').toString('base64url'),
  Buffer.from(`["${2n ** 256n}",99999999999999999999,"\u0000"]`).toString('base64url'),
  Buffer.from('{"a":1}').toString('base64url'),
  'x'.repeat(10_000),
]

/** Hosts that the media service must not reach. */
export const HOSTILE_SOURCES: readonly string[] = [
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0.0.0.0/',
  'https://255.255.255.255/',
  'https://224.0.0.1/',
  'https://localhost/',
  'https://user:password@localhost/',
  'https://127.0.0.1:22/',
  'https://①②⑦.⓪.⓪.①/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'data:image/png;base64,AAAA',
  'ipfs://../../etc/passwd',
  'ipfs://bafy/../../x',
]

/** Texts that a call could really be about. */
const KNOWN_TEXTS: readonly string[] = [
  ...Object.values(EXAMPLE),
  'monkeys-c0c0c0c0',
  'Monkeys',
  'Fur',
  'Brown',
  'Eyes',
  '100000000',
  '1',
]

/** A text that has broken other servers, now and then an address where images must not be fetched from. */
export function hostileText(random: Random): string {
  return random.chance(0.1) ? random.pick(HOSTILE_SOURCES) : random.pick(HOSTILE_TEXTS)
}

/** A text that a call could really be about. */
export function knownText(random: Random): string {
  return random.pick(KNOWN_TEXTS)
}

/** Any JSON, mostly of an unexpected type. */
export function hostileValue(random: Random): unknown {
  const kinds: readonly (() => unknown)[] = [
    () => hostileText(random),
    () => knownText(random),
    () => random.pick([0, -1, 1.5, 1e308, -0, 2 ** 53, 2 ** 31, 2 ** 63, Number.MIN_VALUE]),
    () => random.pick([null, true, false]),
    () => [],
    () => ({}),
    () => Array.from({ length: random.whole(1, 2_000) }, () => 1),
    () => Array.from({ length: random.whole(1, 40) }, () => knownText(random)),
    () => nested(random.whole(1, 500)),
    () => JSON.parse(`{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}`),
    () => Object.fromEntries(Array.from({ length: random.whole(1, 300) }, (_, at) => [`k${at}`, at])),
  ]
  return random.pick(kinds)()
}

/** An object in an object in an object. */
function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
