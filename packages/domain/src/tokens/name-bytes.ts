/** Bytes of UTF-8 that are kept of the name of a token or a collection. The framework allows 128. @source 0x4::token, 0x4::collection, 0x3::token */
export const MAX_NAME_BYTES = 512
