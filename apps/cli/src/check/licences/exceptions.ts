/** A package that is admitted although its licence is not in the free list, with the reason. */
export interface Exception {
  readonly name: RegExp
  readonly kind: string
  readonly reason: string
}

/** All exceptions. A new one needs a reason that a lawyer would accept. */
export const EXCEPTIONS: readonly Exception[] = [
  { name: /^@fontsource-variable\//, kind: 'OFL-1.1', reason: 'fonts, served unchanged with their notice' },
  {
    name: /^@expo-google-fonts\/inter$/,
    kind: 'OFL-1.1',
    reason: 'the font of share cards, unchanged, with its notice',
  },
  { name: /^axe-core$/, kind: 'MPL-2.0', reason: 'accessibility rules; runs in browser tests, is never shipped' },
  { name: /^@axe-core\/playwright$/, kind: 'MPL-2.0', reason: 'the same, for Playwright' },
  {
    name: /^lightningcss(-|$)/,
    kind: 'MPL-2.0',
    reason: 'used by Vite at build time, unmodified; its code is not in the result',
  },
  {
    name: /^@img\/sharp-libvips-/,
    kind: 'LGPL-3.0-or-later',
    reason: 'libvips as an unmodified shared library that anyone can replace',
  },
  { name: /^caniuse-lite$/, kind: 'CC-BY-4.0', reason: 'data for build tools; attributed in its package' },
  {
    name: /^argparse$/,
    kind: 'GPL',
    reason: 'the licence of Python, which says with which licences it is compatible; runs in checks, is never shipped',
  },
  {
    name: /^node-(linux|bin-darwin|darwin|win)-/,
    kind: 'GPL',
    reason: 'Node itself (MIT); the file lists the notices of its build tools',
  },
]
