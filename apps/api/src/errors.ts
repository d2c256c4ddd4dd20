import { MarketError } from '@opal/domain/errors/base'

/** No collection has this id or slug. */
export class CollectionNotFoundError extends MarketError {
  override readonly code = 'collection-not-found'
  constructor(id: string) {
    super('There is no such collection.', { details: { id: id.slice(0, 200) } })
  }
}

/** No token has this id. */
export class TokenNotFoundError extends MarketError {
  override readonly code = 'token-not-found'
  constructor(tokenDataId: string) {
    super('There is no such token.', { details: { tokenDataId } })
  }
}

/** A cursor is not one we gave, or belongs to another list. */
export class InvalidCursorError extends MarketError {
  override readonly code = 'invalid-cursor'
  constructor() {
    super('The cursor is not one of this list. Start from the first page.')
  }
}

/** A page is further in than pages are counted; only a cursor leads there. */
export class PageTooDeepError extends MarketError {
  override readonly code = 'invalid-request'
  constructor(maxOffset: number) {
    super(`Pages are counted up to row ${maxOffset}. Go on with nextCursor.`, { details: { maxOffset } })
  }
}
