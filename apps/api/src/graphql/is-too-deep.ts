import { Lexer, Source, TokenKind } from 'graphql'

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/** Brackets within brackets; a question of any use stays far below. */
const MAX_NESTING = 100

/**
 * Does a document nest so deeply that it would exhaust the stack of those who read it next, which all recurse?
 * What is no GraphQL is not judged: the parser says what is wrong with it.
 */
export function isTooDeep(query: string): boolean {
  const lexer = new Lexer(new Source(query))
  let depth = 0
  try {
    while (lexer.advance().kind !== TokenKind.EOF) {
      if (OPENING.has(lexer.token.kind)) depth += 1
      else if (CLOSING.has(lexer.token.kind)) depth -= 1
      if (depth > MAX_NESTING) return true
    }
  } catch {
    // The parser stops at the same character.
  }
  return false
}
