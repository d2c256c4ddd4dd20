/**
 * Largest stored size of a token's or a collection's name, in bytes of UTF-8. The framework allows 128.
 * @source 0x4::token, 0x4::collection, 0x3::token
 */
export const MAX_NAME_BYTES = 512
