/** Texts that no part of Opal may be under, by a phrase that only they contain. */
const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['Innovation-Enabling Source Code License', /innovation-enabling source code licen[sc]e/i],
  ['Business Source License', /business source licen[sc]e|\bBUSL-1\.1\b/i],
  ['Server Side Public License', /server side public licen[sc]e|\bSSPL-1/i],
  ['Elastic License', /elastic licen[sc]e(?! and)/i],
  ['Commons Clause', /commons clause/i],
  ['PolyForm', /polyform [a-z]+ licen[sc]e/i],
  ['Affero GPL', /affero general public licen[sc]e|\bAGPL-/i],
  ['Lesser GPL', /lesser general public licen[sc]e|\bLGPL-/i],
  ['GPL', /gnu general public licen[sc]e|(?<![AL])\bGPL-[23]/i],
  ['Creative Commons NonCommercial', /noncommercial|\bCC-BY-NC/i],
]

/** Texts that are fine, each with a phrase of its own. */
const ALLOWED: readonly (readonly [string, RegExp])[] = [
  ['Apache-2.0', /apache licen[sc]e,?\s+version 2\.0|apache-2\.0/i],
  ['MIT', /permission is hereby granted, free of charge|\bMIT Licen[sc]e\b/i],
  ['ISC', /permission to use, copy, modify,? and(?:\/or)? distribute this software/i],
  ['BSD', /redistribution and use in source and binary forms/i],
  ['BlueOak-1.0.0', /blue oak model licen[sc]e/i],
  ['Unlicense', /released into the public domain/i],
  ['CC0-1.0', /CC0 1\.0 universal|creative commons zero/i],
  ['OFL-1.1', /SIL open font licen[sc]e/i],
  ['MPL-2.0', /mozilla public licen[sc]e/i],
  ['CC-BY-4.0', /creative commons attribution 4\.0/i],
  ['Python-2.0', /python software foundation licen[sc]e/i],
]

/** Kinds that ask nothing of us beyond keeping the notice. */
export const FREE: ReadonlySet<string> = new Set([
  'Apache-2.0',
  'MIT',
  'MIT-0',
  'ISC',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
  'Zlib',
])

/** Classification of a licence text: its kind, and whether it is refused whatever else the file says. */
export interface Classified {
  readonly kind: string
  readonly isRefused: boolean
}

/**
 * Reads a licence by its text; package.json often says something else.
 * @returns null for an unknown text.
 */
export function classifyLicence(text: string): Classified | null {
  const allowed = ALLOWED.find(([, pattern]) => pattern.test(text))
  const refused = REFUSED.find(([, pattern]) => pattern.test(text))
  if (refused) return { kind: refused[0], isRefused: true }
  return allowed ? { kind: allowed[0], isRefused: false } : null
}

/**
 * Returns whether an SPDX expression allows a free licence (`MIT OR GPL-2.0`), with every required part free: AND binds
 * before OR, parentheses before both. What cannot be parsed is not free, exceptions (`WITH`) and `+` among it. By hand, since the usual
 * parser comes with `spdx-exceptions`, whose CC-BY-3.0 is not among those that we take.
 */
export function isFreeExpression(expression: string): boolean {
  const tokens = expression.replace(/[()]/g, ' $& ').trim().split(/\s+/)
  const next = () => tokens.shift() ?? ''
  const takes = (word: string) => tokens[0]?.toUpperCase() === word && next() !== ''
  const one = (): boolean => {
    if (!takes('(')) return FREE.has(next())
    const inner = either()
    return takes(')') && inner
  }
  const all = (): boolean => {
    let isFree = one()
    while (takes('AND')) isFree = one() && isFree
    return isFree
  }
  const either = (): boolean => {
    let isFree = all()
    while (takes('OR')) isFree = all() || isFree
    return isFree
  }
  return either() && tokens.length === 0
}
