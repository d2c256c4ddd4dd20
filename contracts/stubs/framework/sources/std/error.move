/// Abort codes with a category: `category << 16 | reason`.
module std::error {
    public fun canonical(category: u64, reason: u64): u64 {
        (category << 16) + reason
    }

    public fun invalid_argument(r: u64): u64 {
        canonical(0x1, r)
    }

    public fun out_of_range(r: u64): u64 {
        canonical(0x2, r)
    }

    public fun invalid_state(r: u64): u64 {
        canonical(0x3, r)
    }

    public fun unauthenticated(r: u64): u64 {
        canonical(0x4, r)
    }

    public fun permission_denied(r: u64): u64 {
        canonical(0x5, r)
    }

    public fun not_found(r: u64): u64 {
        canonical(0x6, r)
    }

    public fun already_exists(r: u64): u64 {
        canonical(0x8, r)
    }

    public fun resource_exhausted(r: u64): u64 {
        canonical(0x9, r)
    }
}
