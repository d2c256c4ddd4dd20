/// Values from their binary form.
module aptos_std::from_bcs {
    native fun from_bytes<T>(bytes: vector<u8>): T;

    public fun to_address(v: vector<u8>): address {
        from_bytes<address>(v)
    }
}
