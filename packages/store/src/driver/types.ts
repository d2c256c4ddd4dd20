import pg from 'pg'
import { FractionalNumberError } from '../errors.ts'

/**
 * JavaScript types of PostgreSQL's types: int8 and numeric as bigint, every time as text (chain time is never a
 * Date), json and jsonb parsed.
 */
export const TYPE_PARSERS = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return parseWhole
    if (TIMES.has(oid)) return asText
    return pg.types.getTypeParser(oid, format)
  },
}

const TIMES = new Set<number>([
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.DATE,
  pg.types.builtins.TIME,
])

function asText(text: string): string {
  return text
}

function parseWhole(text: string): bigint {
  if (text.includes('.') || text === 'NaN') throw new FractionalNumberError(text)
  return BigInt(text)
}
