import { MarketError, type MarketErrorOptions } from '@opal/domain/errors'

/** No collection has this id or slug. */
export class CollectionNotFoundError extends MarketError {
  override readonly code = 'collection-not-found'
  constructor(id: string) {
    super('Collection not found.', { details: { id: id.slice(0, 200) } })
  }
}

/** No token has this id. */
export class TokenNotFoundError extends MarketError {
  override readonly code = 'token-not-found'
  constructor(tokenDataId: string) {
    super('Token not found.', { details: { tokenDataId } })
  }
}

/** No set with this root was announced, or no offer has named it for long. */
export class TokenSetNotFoundError extends MarketError {
  override readonly code = 'token-set-not-found'
  constructor(root: string) {
    super('No set of tokens with this root is known. Anyone who has the list can announce it.', { details: { root } })
  }
}

/** The tokens of an announced set do not make up its root, or are not of its collection. */
export class TokenSetRefusedError extends MarketError {
  override readonly code = 'token-set-refused'
}

/** All space for sets is taken by those with a better claim. */
export class NoSpaceForSetError extends MarketError {
  override readonly code = 'overloaded'
  override readonly retryable = true
  constructor() {
    super('There’s no room for this list right now. Try again later, or add to the bid pool behind the bid.')
  }
}

/** There is no nightly snapshot of this day, or no such file in it. */
export class SnapshotNotFoundError extends MarketError {
  override readonly code = 'snapshot-not-found'
  constructor(day: string, file: string) {
    super('This snapshot has no such file.', { details: { day, file } })
  }
}

/** A cursor is not one we gave, or belongs to another list. */
export class InvalidCursorError extends MarketError {
  override readonly code = 'invalid-cursor'
  constructor() {
    super('The cursor does not belong to this list. Start from the first page.')
  }
}

/** A page is further in than pages are counted; only a cursor leads there. */
export class PageTooDeepError extends MarketError {
  override readonly code = 'invalid-request'
  constructor(maxOffset: number) {
    super(`Page numbers reach row ${maxOffset} at most. Continue with nextCursor.`, { details: { maxOffset } })
  }
}

/** A client asks for more of one kind than is let through. */
export class RateLimitedError extends MarketError {
  override readonly code = 'rate-limited'
  override readonly retryable = true
  constructor(seconds: number) {
    super(`Too many requests. Try again in ${seconds} s.`, { details: { seconds } })
  }
}

/** Something that only a signed-in wallet may do. */
export class SignInRequiredError extends MarketError {
  override readonly code = 'sign-in-required'
  constructor() {
    super('Sign in with your wallet first.')
  }
}

/** A sign-in did not prove the wallet. */
export class SignInRefusedError extends MarketError {
  override readonly code = 'sign-in-refused'
}

/** The request names another wallet than the one that is signed in. */
export class NotYourWalletError extends MarketError {
  override readonly code = 'not-your-wallet'
  constructor() {
    super('You’re signed in with another wallet. Sign in with this one to make changes.')
  }
}

/** A page that is not ours asks for a change. */
export class ForeignOriginError extends MarketError {
  override readonly code = 'foreign-origin'
  constructor() {
    super('Requests from this origin may not change data.')
  }
}

/** A call of the operator, without the operator's token. */
export class OperatorOnlyError extends MarketError {
  override readonly code = 'operator-only'
  constructor() {
    super('Only the operator may do this, with the operator token.')
  }
}

/** A wallet has as many favourites as one may have. */
export class TooManyFavouritesError extends MarketError {
  override readonly code = 'too-many-favourites'
  constructor(most: number) {
    super(`A wallet can have at most ${most} favorites. Remove some first.`, { details: { most } })
  }
}

/** A wallet has as many open flags as one may have. */
export class TooManyFlagsError extends MarketError {
  override readonly code = 'too-many-flags'
  constructor(most: number) {
    super(`A wallet can have at most ${most} open flags. Wait until some are reviewed.`, { details: { most } })
  }
}

/** No flag has this id. */
export class FlagNotFoundError extends MarketError {
  override readonly code = 'flag-not-found'
  constructor(id: string) {
    super('There is no such flag.', { details: { id } })
  }
}

/** The chain's node does not answer, and nothing can be said without it. */
export class NodeUnavailableError extends MarketError {
  override readonly code = 'node-unavailable'
  override readonly retryable = true
  constructor(options: MarketErrorOptions = {}) {
    super('The network is unavailable right now. Try again shortly.', options)
  }
}

/** A token's metadata does not name the image that a caller says it names. */
export class ImageNotNamedError extends MarketError {
  override readonly code = 'image-not-named'
  constructor() {
    super("The token's metadata does not name this image, or has not been read yet.")
  }
}

/** A call that names its wallet in the path and in the query names two. */
export class TwoWalletsError extends MarketError {
  override readonly code = 'invalid-request'
  constructor() {
    const sentence = 'is not the wallet in the path'
    super(`The request is not valid: walletAddress: ${sentence}`, { details: { walletAddress: sentence } })
  }
}

/** A form is broken, has a file, or is larger than a form may be. */
export class UnreadableFormError extends MarketError {
  override readonly code = 'invalid-request'
  constructor(options: MarketErrorOptions = {}) {
    super('The form can’t be read. Send only a few short text fields.', options)
  }
}

/** A collection has more tokens than trait filters go through. */
export class CollectionTooLargeError extends MarketError {
  override readonly code = 'collection-too-large'
  constructor({ tokens, bytes }: { readonly tokens: number; readonly bytes: number }) {
    const megabytes = Math.floor(bytes / 1_000_000)
    super(
      `Traits can be filtered and counted only in collections of up to ${tokens} tokens and ${megabytes} MB of traits.`,
      {
        details: { most: tokens, mostBytes: bytes },
      },
    )
  }
}
